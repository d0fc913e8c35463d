// What a test needs beside the repository. Without it the test is skipped, and with `MUST_RUN=1` it fails: `make nightly` sets it.

/** Options of a test that needs something: whether that is there, and what to say if not. */
export const needs = (there, reason) => ({ skip: there || process.env.MUST_RUN ? false : reason });

/** `make test` leaves some tests to the night, and takes fewer random cases. */
export const SHORT = process.env.CONSPECTUS_TIER === 'short';
export const nightly = { skip: SHORT && 'make nightly runs it' };
export const rounds = (all, short) => (SHORT ? short : all);
