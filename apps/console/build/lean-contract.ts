import type { Plugin } from 'vite'

/** What an endpoint says for `/docs` and the server only, one line each. */
const FOR_THE_SERVER = /^ +(summary: '[^'\n]*'|(errors|audit): \[[^\]\n]*\]),\n/gm

const SCHEMAS_OF_ZOD = /\/zod\/v4\/classic\/schemas\.js$/

/** zod's own way to describe schemas, which `/docs` uses. A schema reads its own limits (`minValue`, `maxLength`) with one part of it. */
const JSON_SCHEMA: [RegExp, string][] = [
  [
    /import \* as processors from ("[^"]*");/,
    'import { aggregateChecks } from $1; const processors = { aggregateChecks };',
  ],
  [/import (\{ createStandardJSONSchemaMethod, createToJSONSchemaMethod \}) from "[^"]*";/, 'const $1 = {};'],
]

/** Undefined: zod has another form now. */
export const leanSchemas = (code: string): string | undefined =>
  JSON_SCHEMA.every(([found]) => found.test(code))
    ? JSON_SCHEMA.reduce((lean, [found, by]) => lean.replace(found, by), code)
    : undefined

/** The endpoints of the contract as far as the console needs them: its client reads method, path, access and schemas. */
export const leanContract = (): Plugin => ({
  name: 'lean-contract',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: [/\/packages\/contract\/src\//, SCHEMAS_OF_ZOD] },
    handler(code, id) {
      if (!SCHEMAS_OF_ZOD.test(id)) return { code: code.replaceAll(FOR_THE_SERVER, ''), map: null }
      return { code: leanSchemas(code) ?? this.error('zod describes schemas in another way now'), map: null }
    },
  },
})
