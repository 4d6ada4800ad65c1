import { allEndpoints, CORE_BASE_PATH, ERRORS } from '@ruwu/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { world, type World } from '../../testing/world.ts'
import { issueText } from './issue-text.ts'

const field = (schema: z.ZodType) => z.object({ 栏: schema })
const textsOf = (schema: z.ZodType, value: unknown) => {
  const { error } = schema.safeParse(value, { error: issueText })
  return error?.issues.map(({ message }) => message)
}

test.each<[z.ZodType, unknown, string]>([
  [z.string(), 1, '「栏」须是文字'],
  [z.number(), '1', '「栏」须是数字'],
  [z.number(), Number.NaN, '「栏」须是数字'],
  [z.int(), 1.5, '「栏」须是整数'],
  [z.bigint(), 1, '「栏」须是整数'],
  [z.nan(), 1, '「栏」须是非数字'],
  [z.boolean(), 'yes', '「栏」须是 true 或 false'],
  [z.date(), 'today', '「栏」须是时间'],
  [z.array(z.string()), {}, '「栏」须是列表'],
  [z.tuple([z.string()]), {}, '「栏」须是列表'],
  [z.set(z.string()), [], '「栏」须是列表'],
  [z.object({}), [], '「栏」须是对象'],
  [z.record(z.string(), z.string()), [], '「栏」须是对象'],
  [z.map(z.string(), z.string()), [], '「栏」须是对象'],
  [z.file(), 'x', '「栏」须是文件'],
  [z.null(), 1, '「栏」须留空'],
  [z.undefined(), 1, '「栏」须留空'],
  [z.never(), 1, '「栏」须留空'],
  [z.symbol(), 1, '「栏」不正确'],
  [z.string(), null, '「栏」不能为空'],
  [z.literal('a'), 'b', '「栏」须是 a'],
  [z.enum(['a', 'b']), 'c', '「栏」须是 a、b 之一'],
  [z.enum(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k']), 'z', '「栏」不在可选范围内'],
  [z.string().max(3), 'abcd', '「栏」不能超过 3 个字'],
  [z.string().length(3), 'abcd', '「栏」须是 3 个字'],
  [z.string().min(1), '', '「栏」不能为空'],
  [z.string().min(2), 'a', '「栏」不能少于 2 个字'],
  [z.string().length(3), 'a', '「栏」须是 3 个字'],
  [z.array(z.int()).max(1), [1, 2], '「栏」不能超过 1 项'],
  [z.array(z.int()).min(1), [], '「栏」不能为空'],
  [z.array(z.int()).min(2), [1], '「栏」不能少于 2 项'],
  [z.file().max(3), new File(['abcd'], 'a'), '「栏」不能超过 3 字节'],
  [z.number().max(3), 4, '「栏」不能大于 3'],
  [z.number().lt(3), 3, '「栏」须小于 3'],
  [z.number().min(3), 2, '「栏」不能小于 3'],
  [z.number().gt(3), 3, '「栏」须大于 3'],
  [z.int(), 1e300, '「栏」不能大于 9007199254740991'],
  [z.date().max(new Date(0)), new Date(1), '「栏」不能晚于 1970-01-01T00:00:00.000Z'],
  [z.date().min(new Date(1)), new Date(0), '「栏」不能早于 1970-01-01T00:00:00.001Z'],
  [z.email(), 'a', '「栏」须是邮箱'],
  [z.url(), 'a', '「栏」须是完整的链接地址'],
  [z.iso.datetime(), 'a', '「栏」须是带时区的时间'],
  [z.iso.date(), 'a', '「栏」须是日期'],
  [z.uuid(), 'a', '「栏」格式不正确'],
  [z.string().regex(/^b/), 'a', '「栏」格式不正确'],
  [z.string().startsWith('b'), 'a', '「栏」须以 b 开头'],
  [z.string().endsWith('b'), 'a', '「栏」须以 b 结尾'],
  [z.string().includes('b'), 'a', '「栏」须包含 b'],
  [z.number().multipleOf(5), 3, '「栏」须是 5 的倍数'],
  [z.strictObject({}), { a: 1, b: 2 }, '「栏」里不能有 a、b'],
  [z.union([z.string(), z.number()]), true, '「栏」不正确'],
  [
    z.discriminatedUnion('kind', [z.object({ kind: z.literal('a') }), z.object({ kind: z.literal('b') })]),
    { kind: 'c' },
    '「栏.kind」须是 a、b 之一',
  ],
  [
    z.discriminatedUnion('kind', [z.object({ kind: z.literal('a') }), z.object({ kind: z.literal('b') })]),
    {},
    '缺少「栏.kind」',
  ],
  [z.record(z.string().max(1), z.int()), { ab: 1 }, '「栏.ab」里的名称不正确'],
  [z.map(z.object({}), z.int()), new Map([[{}, 'x']]), '「栏」里的内容不正确'],
  [z.string().refine(() => false), 'a', '「栏」不正确'],
  [z.array(z.object({ name: z.string() })), [{ name: 'a' }, { name: 1 }], '「栏.1.name」须是文字'],
])('%#: what is wrong is said with the name of the field', (schema, value, text) => {
  expect(textsOf(field(schema), { 栏: value })).toEqual([text])
})

test.each([z.string(), z.int(), z.boolean(), z.array(z.int()), z.enum(['a', 'b']), z.union([z.int(), z.string()])])(
  '%#: a field that is not there is missing, whatever it should be',
  (schema) => {
    expect(textsOf(field(schema), {})).toEqual(['缺少「栏」'])
  },
)

test('a request that is not an object is spoken of as a whole', () => {
  expect(textsOf(field(z.string()), undefined)).toEqual(['缺少请求内容'])
  expect(textsOf(field(z.string()), null)).toEqual(['请求内容不能为空'])
  expect(textsOf(field(z.string()), [])).toEqual(['请求内容须是对象'])
})

test('the contract’s own text for a field wins', () => {
  expect(textsOf(field(z.string('请输入名称').max(3, '名称最多 3 个字')), {})).toEqual(['请输入名称'])
  expect(textsOf(field(z.string('请输入名称').max(3, '名称最多 3 个字')), { 栏: 'abcd' })).toEqual(['名称最多 3 个字'])
})

const FOREIGN = /无效输入|无效选项|期望|Invalid|expected|undefined/

describe('no endpoint answers with words of a library', () => {
  let here: World
  beforeAll(async () => {
    here = await world({ keepUntilFileEnds: true })
  })

  const withBody = allEndpoints().filter(({ endpoint }) => endpoint.body && !endpoint.file)

  test.each(withBody)('$name', async ({ endpoint }) => {
    // A body that may be left out altogether.
    const schema = endpoint.body instanceof z.ZodPrefault ? endpoint.body.unwrap() : endpoint.body
    const shape = schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
    const wrong = Object.fromEntries(shape.map((key) => [key, [[]]]))
    for (const payload of [wrong, [], null]) {
      const response = await here.app.inject({
        method: endpoint.method,
        url: CORE_BASE_PATH + endpoint.path,
        headers: { authorization: `Bearer ${here.zhao.token}`, 'content-type': 'application/json' },
        payload: JSON.stringify(payload),
      })

      const { code, msg, data } = response.json<{ code: number; msg: string; data: { fields: object } }>()
      expect(code).toBe(ERRORS.validation.code)
      for (const text of [msg, ...Object.values(data.fields)]) {
        expect(text).not.toMatch(FOREIGN)
        expect(text).toMatch(/\p{Script=Han}/u)
      }
    }
  })
})
