// Checked by `npm run types`, never run: a CommonJS program gets the types of the CommonJS entries.
import conspectus = require('conspectus');
import gemini = require('conspectus/gemini-cli');
import exact = require('conspectus/tokens');
import sansio = require('conspectus/sansio');

const tokens: number = gemini.estimateTokens([{ role: 'user', content: 'hello' }]).tokens;
const history: conspectus.History = new conspectus.History();
const machine: sansio.Machine = new sansio.Machine();
const ids: readonly number[] = exact.encode('text', { encoding: 'cl100k_base' });

export = { tokens, history, machine, ids };
