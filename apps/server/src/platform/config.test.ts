import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { ConfigSchema, isChatOpen, publicUrlOf, readConfig } from './config.ts'

test.each([
  [{}, { PORT: 8080, ROLE: 'all', DEMO: true }],
  [
    { PORT: '0', REGISTER_DISABLED: 'true' },
    { PORT: 0, REGISTER_DISABLED: 'true' },
  ],
  [{}, { REDBOOK_CHECK_SIGNATURE: true, PLATFORM_CALL_DAYS: 7 }],
  [
    { REDBOOK_BASE_URL: 'http://127.0.0.1:8090/redbook', REDBOOK_CHECK_SIGNATURE: 'off' },
    { REDBOOK_CHECK_SIGNATURE: false },
  ],
  [{ PATH: '/bin', HOME: '/root' }, { PORT: 8080 }],
  [
    { PORT: '', ROLE: '', TRUST_PROXY: '' },
    { PORT: 8080, ROLE: 'all', TRUST_PROXY: false },
  ],
])('the environment %j gives %j', (env, expected) => {
  expect(readConfig(env)).toMatchObject(expected)
})

const douyin = { DOUYIN_CLIENT_KEY: 'aw1', DOUYIN_CLIENT_SECRET: 's' }
const redbook = { REDBOOK_APP_ID: '1', REDBOOK_APP_SECRET: 's', REDBOOK_CRYPTO_KEY: '0'.repeat(32) }

test.each([
  [{}, true],
  [{ HOST: '127.0.0.2' }, true],
  [{ HOST: 'localhost' }, true],
  [{ HOST: '::1' }, true],
  [{ HOST: '0.0.0.0' }, false],
  [{ HOST: '::' }, false],
  [{ HOST: '192.168.1.9' }, false],
  [{ HOST: '127.0.0.1.example' }, false],
  [{ PUBLIC_URL: 'https://ruwu.example' }, false],
  [{ PUBLIC_URL: 'http://127.0.0.1:8080' }, false],
  [{ TRUST_PROXY: 'true' }, false],
  [{ DATABASE_URL: 'postgres://db/ruwu' }, false],
  [douyin, false],
  [redbook, false],
  [{ DEMO: 'false' }, false],
  [{ ...douyin, ...redbook, HOST: '0.0.0.0', PUBLIC_URL: 'https://ruwu.example', DEMO: 'true' }, true],
])('with %j the demo is on: %s', (env, isOn) => {
  expect(readConfig(env).DEMO).toBe(isOn)
})

test.each([
  [{}, true],
  [{ CHAT_REGISTRATION: 'closed' }, false],
  [{ DEMO: 'false' }, false],
  [{ HOST: '0.0.0.0', DEMO: 'true' }, false],
  [{ HOST: '0.0.0.0', CHAT_REGISTRATION: 'open' }, true],
])('with %j strangers may become chat users: %s', (env, isOpen) => {
  expect(isChatOpen(readConfig(env))).toBe(isOpen)
})

test.each([
  [{ CHAT_NEW_USERS_PER_HOUR: '-1' }, '配置 CHAT_NEW_USERS_PER_HOUR 不正确：不能小于 0'],
  [{ PORT: 'eighty' }, '配置 PORT 不正确：需要 0 到 65535 的端口号'],
  [{ PORT: '70000' }, '配置 PORT 不正确：需要 0 到 65535 的端口号'],
  [{ ROLE: 'boss' }, '配置 ROLE 不正确：只能是 all、web 或 worker'],
  [{ SECRET_KEY: 'short' }, '配置 SECRET_KEY 不正确：至少 32 个字符'],
  [{ PUBLIC_URL: 'example' }, '配置 PUBLIC_URL 不正确：需要完整的地址'],
  [{ DATABASE_URL: 'foo' }, '配置 DATABASE_URL 不正确：需要 postgres:// 开头的地址'],
  [{ REDIS_URL: 'http://redis' }, '配置 REDIS_URL 不正确：需要 redis:// 开头的地址'],
  [{ OTEL_EXPORTER_OTLP_HEADERS: 'api-key=100%' }, '配置 OTEL_EXPORTER_OTLP_HEADERS 不正确：值里的 % 要写成 %25'],
  [{ DEMO: 'maybe' }, '配置 DEMO 不正确：只能是 true 或 false'],
  [{ EMBEDDING_MODEL: 'bge' }, '配置 EMBEDDING_MODEL 需要同时给出 LLM_BASE_URL'],
  [{ DOUYIN_CLIENT_KEY: 'aw1' }, '配置 DOUYIN_CLIENT_KEY、DOUYIN_CLIENT_SECRET 需要同时给出'],
  [
    { REDBOOK_APP_ID: '1', REDBOOK_APP_SECRET: 's' },
    '配置 REDBOOK_APP_ID、REDBOOK_APP_SECRET、REDBOOK_CRYPTO_KEY 需要同时给出',
  ],
  [{ REDBOOK_CRYPTO_KEY: 'short' }, '配置 REDBOOK_CRYPTO_KEY 不正确：需要 32 位十六进制'],
  [{ REDBOOK_ASSUMED: 'maybe' }, '配置 REDBOOK_ASSUMED 不正确：只能是 on 或 off'],
  [
    {
      REDBOOK_APP_ID: '1',
      REDBOOK_APP_SECRET: 's',
      REDBOOK_CRYPTO_KEY: '00112233445566778899aabbccddeeff',
      REDBOOK_CHECK_SIGNATURE: 'false',
    },
    '配置 REDBOOK_CHECK_SIGNATURE 只能对本机的模拟平台关闭：不校验签名，任何人都可以冒充客户和商家发消息',
  ],
  [
    { REDBOOK_BASE_URL: 'https://127.0.0.1.example', REDBOOK_CHECK_SIGNATURE: 'off' },
    '配置 REDBOOK_CHECK_SIGNATURE 只能对本机的模拟平台关闭',
  ],
  [{ PLATFORM_CALL_DAYS: '0' }, '配置 PLATFORM_CALL_DAYS 不正确：需要 1 到 30 的天数'],
  [{ REDBOOK_CONFIRMED: 'image, telepathy' }, '配置 REDBOOK_CONFIRMED 不正确：只能是 image、'],
  [
    { S3_ENDPOINT: 'https://s3.example' },
    '配置 S3_ENDPOINT 需要同时给出 S3_BUCKET、S3_ACCESS_KEY_ID 和 S3_SECRET_ACCESS_KEY',
  ],
])('a wrong value %j stops the start with one sentence', (env, sentence) => {
  expect(() => readConfig(env)).toThrow(sentence)
})

test.each([
  [{}, 'http://127.0.0.1:8080'],
  [{ HOST: '0.0.0.0', PORT: '9000' }, 'http://127.0.0.1:9000'],
  [{ PUBLIC_URL: 'https://ruwu.example/' }, 'https://ruwu.example'],
])('with %j people reach us at %s', (env, url) => {
  expect(publicUrlOf(readConfig(env))).toBe(url)
})

test('docs/configuration.md lists every setting with its default and meaning', async () => {
  const page = await readFile(new URL('../../../../docs/configuration.md', import.meta.url), 'utf8')
  const listed = [...page.matchAll(/^\| `([A-Z0-9_]+)` \|/gm)].map((match) => match[1])

  expect(listed).toEqual(Object.keys(ConfigSchema.shape))
  for (const row of describeConfig()) expect(page).toContain(row)
})

/** One table row per setting, as docs/configuration.md shows them. */
function describeConfig(): string[] {
  const defaults = ConfigSchema.parse({})
  return Object.entries(ConfigSchema.shape).map(([name, schema]) => {
    const fallback = String(defaults[name as keyof typeof defaults])
    return `| \`${name}\` | ${fallback === '' ? '（空）' : `\`${fallback}\``} | ${schema.description ?? ''} |`
  })
}
