//! Texts and bytes copied out of JavaScript, by N-API.

use napi::sys;
use std::ptr;

/// Copies at most `chars` units of `strings[index]` into `buffer`. The host's own list of strings
/// cannot fail to be read; if it did, the text would read as empty.
pub(super) fn fetch(
    env: sys::napi_env,
    strings: sys::napi_value,
    index: u32,
    chars: usize,
    buffer: &mut Vec<u16>,
) {
    let mut value = ptr::null_mut();
    buffer.clear();
    // SAFETY: `env` and `strings` are those of the running call.
    if unsafe { sys::napi_get_element(env, strings, index, &mut value) } == sys::Status::napi_ok {
        copy_text(env, value, chars, buffer);
    }
}

/// A copy of at most `length` bytes of `strings[index]`, an ArrayBuffer or a view of one; empty for
/// anything else. A copy, since what lies there may be shared with another thread.
pub(super) fn fetch_bytes(
    env: sys::napi_env,
    strings: sys::napi_value,
    index: u32,
    length: usize,
) -> Vec<u8> {
    let mut value = ptr::null_mut();
    let (mut data, mut size) = (ptr::null_mut(), 0);
    // SAFETY: `env` and `strings` are those of the running call; each function is asked after the
    // one that says it fits, and what it is not asked for may be null.
    let known = unsafe {
        let (mut is_typed, mut is_view, mut is_buffer) = (false, false, false);
        let none = ptr::null_mut();
        let found = sys::napi_get_element(env, strings, index, &mut value) == sys::Status::napi_ok
            && sys::napi_is_typedarray(env, value, &mut is_typed) == sys::Status::napi_ok
            && sys::napi_is_dataview(env, value, &mut is_view) == sys::Status::napi_ok
            && sys::napi_is_arraybuffer(env, value, &mut is_buffer) == sys::Status::napi_ok;
        let status = if is_typed {
            // Its length is in items, each of at least one byte: no more than that many bytes are
            // read.
            sys::napi_get_typedarray_info(
                env,
                value,
                ptr::null_mut(),
                &mut size,
                &mut data,
                none,
                ptr::null_mut(),
            )
        } else if is_view {
            sys::napi_get_dataview_info(env, value, &mut size, &mut data, none, ptr::null_mut())
        } else if is_buffer {
            sys::napi_get_arraybuffer_info(env, value, &mut data, &mut size)
        } else {
            sys::Status::napi_invalid_arg
        };
        found && status == sys::Status::napi_ok && !data.is_null()
    };
    let length = if known { length.min(size) } else { 0 };
    let mut bytes = vec![0; length];
    if length > 0 {
        // SAFETY: `data` is the start of at least `size` bytes that V8 keeps during the call, and
        // `bytes` holds `length` of its own.
        unsafe { ptr::copy_nonoverlapping(data.cast::<u8>(), bytes.as_mut_ptr(), length) };
    }
    bytes
}

/// Copies at most `chars` units of a string into `buffer`.
fn copy_text(env: sys::napi_env, value: sys::napi_value, chars: usize, buffer: &mut Vec<u16>) {
    buffer.clear();
    let room = chars + 1;
    buffer.reserve(room);
    // SAFETY: `env` and `value` are those of the running call; N-API writes at most `room` units,
    // the last of them a zero, into a buffer reserved for them, and says how many it wrote.
    unsafe {
        let mut written = 0;
        if sys::napi_get_value_string_utf16(env, value, buffer.as_mut_ptr(), room, &mut written)
            == sys::Status::napi_ok
        {
            buffer.set_len(written);
        }
    }
}
