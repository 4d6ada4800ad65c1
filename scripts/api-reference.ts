import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as contract from '@ruwu/contract'
import { z } from 'zod'
import { fromRoot } from './lib/paths.mjs'
import { namesIn, type Schema, schemaWords } from './lib/schema-words.ts'

// Writes docs/api.md from the contract. Run `npm run api` after a change of an endpoint; a test compares.

export const API_FILE = fromRoot('docs', 'api.md')

const CHAT_GROUPS = {
  auth: contract.chatAuthRoutes,
  user: contract.chatUserRoutes,
  relation: contract.chatRelationRoutes,
  topic: contract.chatTopicRoutes,
  conversation: contract.chatConversationRoutes,
}

const ACCESS: Partial<Record<string, string>> = { public: '公开', login: '登录', token: '聊天令牌' }

const INTRO = `# 接口

由 \`npm run api\` 从合同（\`packages/contract\`）生成，测试核对它是最新的。谁可以调用，见 [access-table.md](access-table.md)；运行中的服务在 \`/docs\` 有可以试用的同一份说明。

- 地址都在 \`${contract.CORE_BASE_PATH}\` 之下，登录后带 \`Authorization: Bearer 令牌\`。GET 与 DELETE 的参数在查询串里，其余在 JSON 里。
- 回答都是 \`{ code, data, msg }\`，下面只写 data；code 为 ${contract.SUCCESS_CODE} 是成功，其余见「错误」。
- 写操作可以带 \`X-Request-Id\`：${contract.REQUEST_REPEAT_WINDOW_MS / 60_000} 分钟内重复的同一标识得到第一次的回答，不会做两次。
- \`?\` 是可以不给的字段，\`[]\` 是列表，括号里是字数、个数或大小的限制；时刻是带毫秒的 UTC（2026-07-08T01:00:00.000Z），id 是 32 位十六进制。
- 大写开头的名字在「对象」一节。对象同时用于请求和回答时，有默认值的字段在回答里总是有。
`

/** Schemas that the contract exports have their names; those without come with the endpoint. */
function namedSchemas(): Map<z.ZodType, string> {
  const named = Object.entries(contract).filter(([name, value]) => /^[A-Z]/.test(name) && value instanceof z.ZodType)
  return new Map(named.map(([name, schema]) => [schema as z.ZodType, name]))
}

/** JSON Schemas by name, as a caller sends or receives them. */
function convert(names: Map<z.ZodType, string>, io: 'input' | 'output'): Record<string, Schema> {
  const registry = z.registry<{ id: string }>()
  for (const [schema, id] of names) registry.add(schema, { id })
  const { schemas } = z.toJSONSchema(registry, { io, unrepresentable: 'any', uri: (id) => id })
  return schemas as Record<string, Schema>
}

type Call = {
  title: string
  facts: string[]
  parts: [string, z.ZodType | undefined, 'input' | 'output'][]
}

function coreCall({ endpoint }: contract.NamedEndpoint): Call {
  const { method, path, summary, access, query, body, data, file, errors, isRead } = endpoint
  const refusals = errors.map((name) => `${contract.ERRORS[name].code} ${contract.ERRORS[name].msg}`)
  return {
    title: `${path ? `\`${method} ${path}\`` : `${method}，地址就是上面的前缀`} ${summary}`,
    facts: [
      ACCESS[access] ?? `需要 \`${access}\``,
      ...(isRead ? ['只读'] : []),
      ...(file ? [`一个文件（multipart 的 file，≤ ${file.maxBytes / 1024 / 1024} MB）`] : []),
      ...(refusals.length > 0 ? [`错误：${refusals.join('、')}`] : []),
    ],
    parts: [
      ['查询', query, 'input'],
      ['请求', body, 'input'],
      ['回答', data, 'output'],
    ],
  }
}

const chatCall = ({ method, path, summary, access, params, body, data }: contract.ChatRoute): Call => ({
  title: `\`${method} ${path}\` ${summary}`,
  facts: [ACCESS[access] ?? access],
  parts: [
    ['地址', params, 'input'],
    ['请求', body, 'input'],
    ['回答', data, 'output'],
  ],
})

const isEmpty = (schema: z.ZodType | undefined) =>
  !schema || (schema instanceof z.ZodObject && Object.keys(schema.shape).length === 0)

export function generateReference(): string {
  const groups = Map.groupBy(contract.allEndpoints(), ({ name }) => name.split('.')[0]!)
  const core = [...groups].map(([noun, endpoints]) => [noun, endpoints.map(coreCall)] as const)
  const chat = Object.entries(CHAT_GROUPS).map(
    ([noun, routes]) => [`chat.${noun}`, Object.values(routes).map((route) => chatCall(route))] as const,
  )
  const named = namedSchemas()
  const names = new Map(named)
  // Wrapped: a schema that is also inside another one must not become a name in there.
  const partNames = new Map<z.ZodType, string>()
  for (const [, calls] of [...core, ...chat])
    for (const { parts } of calls)
      for (const [, schema] of parts)
        if (schema && !partNames.has(schema)) {
          partNames.set(schema, `part${partNames.size}`)
          names.set(z.object({ part: schema }), partNames.get(schema)!)
        }
  const schemas = { input: convert(names, 'input'), output: convert(names, 'output') }
  const sent = new Set<string>()
  const received = new Set<string>()
  const visit = (name: string, side: 'input' | 'output') => {
    const seen = side === 'input' ? sent : received
    if (seen.has(name)) return
    seen.add(name)
    for (const inner of namesIn(schemas[side][name]!)) visit(inner, side)
  }

  const wordsOf = ([label, schema, side]: Call['parts'][number]) => {
    const name = partNames.get(schema!)!
    visit(name, side)
    return `${label}: ${schemaWords(schemas[side][name]!.properties!.part!)}`
  }
  const page = ([noun, calls]: (typeof core)[number]) => {
    const texts = calls.map(({ title, facts, parts }) => {
      const words = parts.filter(([, schema]) => !isEmpty(schema)).map(wordsOf)
      return [`### ${title}`, '', facts.join(' · '), '', '```text', ...words, '```', ''].join('\n')
    })
    return [`## ${noun}`, '', ...texts].join('\n')
  }
  const calls = [...core.map(page), CHAT_INTRO, ...chat.map(page)]
  const objects = [...named.values()]
    .filter((name) => sent.has(name) || received.has(name))
    .toSorted()
    .map((name) => `${name}: ${schemaWords((sent.has(name) ? schemas.input : schemas.output)[name]!)}`)
    .filter((line) => !line.endsWith(': id'))
  return [INTRO, ...calls, '## 对象\n', '```text', ...objects, '```\n', ERRORS].join('\n')
}

const CHAT_INTRO = `## 聊天服务

以下地址从根开始，没有信封：成功是 200 和下面的回答，拒绝是相应的状态和 \`{ error }\`。实时连接与帧见 [chat-protocol.md](chat-protocol.md)。
`

const ERRORS = `## 错误

每个接口都可能回答 ${contract.COMMON_ERRORS.map((name) => contract.ERRORS[name].code).join('、')}；401 与 500 之外 HTTP 状态都是 200。

| code | msg（没有更具体的说明时） |
|---|---|
${Object.values(contract.ERRORS)
  .map(({ code, msg }) => `| ${code} | ${msg} |\n`)
  .join('')}`

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(API_FILE, generateReference())
  console.log('已写入 docs/api.md')
}
