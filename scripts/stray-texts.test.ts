import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { fromRoot } from './lib/paths.mjs'
import { strayTexts, TEXT_TABLES } from './lib/stray-texts.mjs'

const PAGE = 'apps/console/src/features/tag/tag-page.tsx'

test.each([
  ['a string', `const title = '标签'`],
  ['part of a template', 'const title = `${count} 个标签`'],
  ['text between tags', 'const title = <h1>标签</h1>'],
  ['an attribute', 'const title = <Input placeholder="标签" />'],
])('%s is found', (_, source) => {
  expect(strayTexts(PAGE, `\n${source}`)).toEqual([expect.stringContaining(`${PAGE}:2`)])
})

test.each([
  [PAGE, `// 标签\nconst tag = texts.tag`],
  [PAGE, `const seconds = text.replace(/0秒$/, '')`],
  [PAGE, `const values = { 客户昵称: name }`],
  ['apps/console/src/features/tag/texts.ts', `const tag = '标签'`],
  ['apps/console/src/features/tag/tag-page.test.tsx', `const tag = '标签'`],
  ['apps/console/src/testing/render.tsx', `const tag = '标签'`],
  ['apps/server/src/features/tag/tag.service.ts', `const tag = '标签'`],
])('%s may contain %s', (file, source) => {
  expect(strayTexts(file, source)).toEqual([])
})

test.each(TEXT_TABLES)('%s still needs its exception', (file) => {
  expect(strayTexts(file, readFileSync(fromRoot(file), 'utf8'), [])).not.toEqual([])
})
