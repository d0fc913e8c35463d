// Values of the types that packages declare, by the TypeScript compiler: each member of each union,
// each optional property present, absent and null, arbitrary objects for `any`. One choice is
// varied at a time, from the smallest value of everything else, as in `grow.py`.

import { join } from 'node:path';
import ts from 'typescript';

const DEEP = 12;
export const TEXT = 'The parser reads the next token before it knows whether the line has ended. '.repeat(8);
// A picture of 64 x 64 pixels: its header, and what stands for its data. As text it would be 20,000
// tokens.
const HEADER = '89504e470d0a1a0a0000000d49484452000000400000004008020000002550';
export const PNG = Buffer.concat([Buffer.from(HEADER, 'hex'), Buffer.from(Array.from({ length: 60_000 }, (_, at) => (at % 250) + 1))]);
export const PNG_BASE64 = PNG.toString('base64');
const PNG_URL = `data:image/png;base64,${PNG_BASE64}`;

// Strings under these names hold no words: what they hold is short.
const SHORT = new RegExp(
  'id$|ids$|uuid|name$|^type$|kind$|role$|model|signature|version|status|detail$|ttl$|format|mime|mediaType|media_type|language|namespace|' +
    'encrypted|reason$|hash|index|source$|lang|file|path|token$|bytes|environment|key$|domain|phase|sender|vendor|provider|caller|' +
    '^title$|etag|license|city|country|region|timezone|^to$|level|revision|cursor|label|timestamp|_at$|error_code|finish|agent|location|' +
    '^mode$|variant|snapshot|cwd|root|^slug$|^cost$|^api$|offset',
  'i',
);
// Under these names a string holds a medium, or says where one is.
const MEDIA = /^(data|base64|b64_json|image|audio|video|fileData|file_data|blob)$/;
const LINK = /(url|uri)s?$/i;

export function words(name) {
  if (name === 'imageUrl' || name === 'image_url') return [['data url', PNG_URL], ['url', 'https://example.com/a.png']];
  if (MEDIA.test(name)) return [['data', PNG_BASE64], ['data url', PNG_URL], ['url', 'https://example.com/a.png']];
  if (LINK.test(name)) return [['url', 'https://example.com/a.png'], ['data url', PNG_URL]];
  if (SHORT.test(name)) return [['', name === 'role' ? 'user' : name.slice(0, 12)]];
  return [['', TEXT], ['empty', '']];
}

export const isShort = (name) => SHORT.test(name) || LINK.test(name);
export const isMedium = (name) => MEDIA.test(name);

class Plain {
  name = 'plain';
}

/** What stands where a type says `any`: data of JSON, and objects that programs put there. */
export const arbitrary = () => [
  ['text', TEXT],
  ['object', { path: 'a.py', lines: [1, 2, { deep: null }] }],
  ['array', [1, 'two', null, [3.5]]],
  ['null', null],
  ['number', 7],
  ['nan', Number.NaN],
  ['true', true],
  ['date', new Date(0)],
  ['instance', new Plain()],
  ['error', new Error('no such file')],
  ['url', new URL('https://example.com/a.png')],
  ['bytes', new Uint8Array([1, 2, 3])],
  ['map', new Map([['a', 1]])],
  ['surrogate', 'a\ud800b'],
  ['without prototype', Object.assign(Object.create(null), { a: 1 })],
  ['frozen', Object.freeze({ a: Object.freeze([1]) })],
];

const OF_CLASS = {
  Date: () => [['date', new Date(0)]],
  Uint8Array: () => [['bytes', new Uint8Array(PNG)]],
  Buffer: () => [['buffer', Buffer.from(PNG)]],
  ArrayBuffer: () => [['array buffer', new Uint8Array(PNG).buffer]],
  SharedArrayBuffer: () => [],
  URL: () => [['URL', new URL('https://example.com/a.png')]],
  Error: () => [['error', new Error(TEXT)]],
  Promise: () => [],
  ReadableStream: () => [],
  Blob: () => [],
  File: () => [],
};
const NOTHING = Symbol('nothing');

export class Grower {
  /** `declared` are types by name, as they are written in a declaration file. `made` gives the
   * values of classes that need something of their own. */
  constructor(modules, declared, { made = {} } = {}) {
    const file = join(modules, 'messages.mts');
    const text = Object.entries(declared).map(([name, type]) => `export type ${name} = ${type};`).join('\n');
    const options = {
      strict: true, skipLibCheck: true, noEmit: true, target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext, lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'], types: [],
    };
    const host = ts.createCompilerHost(options);
    const { getSourceFile, fileExists, readFile } = host;
    host.fileExists = (path) => path === file || fileExists(path);
    host.readFile = (path) => (path === file ? text : readFile(path));
    host.getSourceFile = (path, ...rest) => (path === file ? ts.createSourceFile(path, text, ts.ScriptTarget.ES2022) : getSourceFile(path, ...rest));
    this.program = ts.createProgram([file], options, host);
    this.checker = this.program.getTypeChecker();
    this.made = made;
    const source = this.program.getSourceFile(file);
    this.exported = this.checker.getExportsOfModule(this.checker.getSymbolAtLocation(source));
    const wrong = this.program.getSemanticDiagnostics(source);
    if (wrong.length > 0) throw new Error(ts.flattenDiagnosticMessageText(wrong[0].messageText, '\n'));
  }

  /** The values of a declared type. */
  *of(name) {
    const symbol = this.exported.find((found) => found.name === name);
    yield* this.cases(this.checker.getDeclaredTypeOfSymbol(symbol), '', []);
  }

  *cases(type, name, above) {
    const { flags } = type;
    const flag = ts.TypeFlags;
    if (flags & (flag.Any | flag.Unknown)) yield* arbitrary();
    else if (flags & (flag.StringLiteral | flag.NumberLiteral)) yield [JSON.stringify(type.value), type.value];
    else if (flags & flag.BooleanLiteral) yield [type.intrinsicName, type.intrinsicName === 'true'];
    else if (flags & flag.Null) yield ['null', null];
    else if (flags & (flag.Undefined | flag.Never | flag.Void | flag.ESSymbolLike)) return;
    else if (flags & flag.TemplateLiteral) yield ['template', type.texts.join('read')];
    else if (flags & flag.StringLike) yield* words(name);
    else if (flags & flag.NumberLike) yield ['number', 3];
    else if (flags & flag.BigIntLike) yield ['bigint', 3n];
    else if (flags & flag.BooleanLike && !type.isUnion()) yield* [['true', true], ['false', false]];
    else if (type.isUnion()) yield* this.#union(type, name, above);
    else if (flags & (flag.TypeParameter | flag.Conditional | flag.IndexedAccess | flag.Index)) {
      const constraint = this.checker.getBaseConstraintOfType(type);
      if (constraint && constraint !== type) yield* this.cases(constraint, name, above);
      else yield* arbitrary();
    } else if (type.isIntersection() && type.types.some((part) => part.flags & (flag.StringLike | flag.NumberLike))) {
      yield* this.cases(type.types.find((part) => part.flags & (flag.StringLike | flag.NumberLike)), name, above);
    } else yield* this.#object(type, name, above);
  }

  *#union(type, name, above) {
    const last = (member) => Number(Boolean(member.flags & ts.TypeFlags.Null));
    for (const member of [...type.types].sort((one, other) => last(one) - last(other))) {
      for (const [label, value] of this.cases(member, name, above)) yield [`|${label}`, value];
    }
  }

  *#object(type, name, above) {
    const named = type.symbol?.name ?? '';
    if (this.made[named]) yield* this.made[named]();
    else if (OF_CLASS[named]) yield* OF_CLASS[named]();
    else if (type.getCallSignatures().length > 0) return;
    else if (above.includes(type) && above.length > 2) return;
    else if (this.checker.isArrayType(type)) yield* this.#array(this.checker.getTypeArguments(type)[0], name, [...above, type]);
    else if (this.checker.isTupleType(type)) {
      const values = this.checker.getTypeArguments(type).map((of) => this.simplest(of, name, above));
      if (!values.includes(NOTHING)) yield ['tuple', values];
    } else yield* this.#properties(type, name, above);
  }

  *#array(of, name, above) {
    const first = [];
    for (const [label, value] of this.cases(of, name, above)) {
      if (first.length < 2) first.push(value);
      yield [`[${label}]`, [value]];
    }
    yield ['[]', []];
    if (first.length === 2) yield ['[two]', first];
  }

  *#properties(type, name, above) {
    if (above.length > DEEP) return;
    const inside = [...above, type];
    const named = type.aliasSymbol?.name ?? (type.symbol?.name?.startsWith('__') ? '' : (type.symbol?.name ?? ''));
    const index = this.checker.getIndexTypeOfType(type, ts.IndexKind.String);
    const fields = this.checker.getPropertiesOfType(type).map((symbol) => {
      const held = this.checker.getTypeOfSymbol(symbol);
      return { key: symbol.name, type: held, optional: Boolean(symbol.flags & ts.SymbolFlags.Optional), method: held.getCallSignatures().length > 0 };
    }).filter(({ key, method }) => !method && !key.startsWith('__'));
    if (index && fields.length === 0) {
      for (const [label, value] of this.cases(index, name, inside)) yield [`{${label}}`, { key: value }];
      return yield ['{}', {}];
    }
    const least = () => this.#filled(fields.filter(({ optional }) => !optional), inside);
    if (least() === null) return;
    yield [named, least()];
    const full = this.#filled(fields, inside, true);
    yield [`${named}(full)`, full];
    for (const field of fields) {
      if (field.optional) yield [`${named}.${field.key}=null`, { ...least(), [field.key]: null }];
      let at = 0;
      for (const [label, value] of this.cases(field.type, field.key, inside)) {
        if (at > 0 || field.optional) yield [`${named}.${field.key}${label}`, { ...least(), [field.key]: value }];
        at += 1;
      }
    }
  }

  #filled(fields, inside, partly = false) {
    const made = {};
    for (const { key, type } of fields) {
      const value = this.simplest(type, key, inside);
      if (value !== NOTHING) made[key] = value;
      else if (!partly) return null;
    }
    return made;
  }

  simplest(type, name, above) {
    for (const [, value] of this.cases(type, name, above)) return value;
    // A property that may only be absent.
    return type.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Never) ? undefined : NOTHING;
  }
}
