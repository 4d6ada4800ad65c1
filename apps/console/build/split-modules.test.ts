import { expect, test } from 'vitest'
import { splitModule } from './split-modules.ts'

const FILE = '/src/tag.ts'
const split = (code: string) => {
  const { facade = '', parts } = splitModule(FILE, code) ?? {}
  return { facade, parts: Object.fromEntries(parts ?? []) }
}

test('every declaration is a module with what it needs; importers see the exported ones', () => {
  const { facade, parts } = split(`
    import { z, type ZodType } from 'zod'
    import type { Row } from './row.ts'
    export * from './color.ts'
    const Name = z.string()
    export const Tag = z.object({ name: Name })
    export type Tag = z.infer<typeof Tag>
    export function join(tags: Row[]) { return tags.join() }
  `)
  expect(facade).toBe(`export * from './color.ts'
export { Tag } from "/src/tag~Tag.ts"
export { join } from "/src/tag~join.ts"`)
  expect(parts).toEqual({
    '/src/tag~Name.ts': `import { z as z } from 'zod'\nexport const Name = z.string()`,
    '/src/tag~Tag.ts': `import { z as z } from 'zod'
import { Name } from "/src/tag~Name.ts"
export const Tag = z.object({ name: Name })`,
    '/src/tag~join.ts': `export function join(tags: Row[]) { return tags.join() }`,
  })
})

test('every endpoint of an Api is a module', () => {
  const { facade, parts } = split(`
    export const tagApi = { list: endpoint('/list'), delete: endpoint('/delete') }
  `)
  expect(facade).toBe(`export * as tagApi from "/src/tag~tagApi.ts"`)
  expect(parts).toEqual({
    '/src/tag~tagApi_list.ts': `export const tagApi_list = endpoint('/list')`,
    '/src/tag~tagApi_delete.ts': `export const tagApi_delete = endpoint('/delete')`,
    '/src/tag~tagApi.ts': `import { tagApi_list } from "/src/tag~tagApi_list.ts"
import { tagApi_delete } from "/src/tag~tagApi_delete.ts"
export { tagApi_list as list, tagApi_delete as delete }`,
  })
})

test('what needs each other stays together in its order', () => {
  const { facade, parts } = split(`
    const Leaf = lazy(() => Tree)
    export const Tree = list(Leaf)
    export const DEPTH = 3
  `)
  expect(facade).toBe(`export { Tree } from "/src/tag~Leaf.ts"\nexport { DEPTH } from "/src/tag~DEPTH.ts"`)
  expect(parts['/src/tag~Leaf.ts']).toBe('export const Leaf = lazy(() => Tree)\nexport const Tree = list(Leaf)')
})

test.each([
  ['it runs something', 'export const a = 1\nexport const b = 2\nstart()'],
  ['it changes something', 'export let a = 1\nexport const b = () => (a += 1)'],
  ['it takes something apart', 'export const { a, b } = c\nexport const d = 1'],
  ['it exports what it declared before', 'const a = 1\nconst b = 2\nexport { a, b }'],
  ['there is one declaration', `export * from './color.ts'\nexport const a = 1`],
])('a file stays as it is: %s', (_, code) => {
  expect(splitModule(FILE, code)).toBeUndefined()
})
