import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../../platform/config.ts'
import { createLog } from '../../platform/log.ts'
import { createSmsProvider, signAliyun } from './sms-provider.ts'

const SECRET = 'testSecret'
const clock = { now: () => new Date('2026-07-08T01:00:00.000Z') }

type Received = { headers: Record<string, unknown>; parameters: Record<string, string> }

/** A stand-in of Aliyun: answers `OK` to a request whose signature it computes itself, as the documentation says. */
async function startAliyun(answer?: { status: number; body: object }) {
  const received: Received[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const parameters = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()))
      received.push({ headers: request.headers, parameters })
      const { status, body } = answer ?? judge(request.method ?? '', parameters)
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const config = readConfig({
    ALIYUN_SMS_ACCESS_KEY_ID: 'testId',
    ALIYUN_SMS_ACCESS_KEY_SECRET: SECRET,
    ALIYUN_SMS_SIGN_NAME: '如晤 (测试)*',
    ALIYUN_SMS_TEMPLATE_CODE: 'SMS_1',
    ALIYUN_SMS_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  })
  return { received, config }
}

/** By byte, unlike the product. */
const percent = (text: string) =>
  Array.from(Buffer.from(text), (byte) => {
    const character = String.fromCharCode(byte)
    return /[\w.~-]/.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
  }).join('')

function judge(method: string, { Signature, ...signed }: Record<string, string>) {
  const query = Object.keys(signed)
    .toSorted()
    .map((name) => `${percent(name)}=${percent(signed[name] ?? '')}`)
    .join('&')
  const expected = createHmac('sha1', `${SECRET}&`)
    .update(`${method}&%2F&${percent(query)}`)
    .digest('base64')
  return Signature === expected
    ? { status: 200, body: { Code: 'OK', Message: 'OK', BizId: '1^0', RequestId: 'r-1' } }
    : { status: 400, body: { Code: 'SignatureDoesNotMatch', Message: 'wrong signature', RequestId: 'r-2' } }
}

test('the signature is the one of the documentation’s example', () => {
  const parameters = {
    AccessKeyId: 'testId',
    Action: 'SendSms',
    Format: 'XML',
    OutId: '123',
    PhoneNumbers: '15300000001',
    RegionId: 'cn-hangzhou',
    SignName: '阿里云短信测试专用',
    SignatureMethod: 'HMAC-SHA1',
    SignatureNonce: '45e25e9b-0a6f-4070-8c85-2956eda1b466',
    SignatureVersion: '1.0',
    TemplateCode: 'SMS_71390007',
    TemplateParam: '{"customer":"test"}',
    Timestamp: '2017-07-12T02:42:19Z',
    Version: '2017-05-25',
  }

  const signed = new URLSearchParams(signAliyun(parameters, { method: 'GET', secret: SECRET }))

  expect(signed.get('Signature')).toBe('zJDF+Lrzhj/ThnlvIToysFRq6t4=')
})

test('the code is sent by a signed request with a nonce of its own', async () => {
  const { received, config } = await startAliyun()
  const { send, sends, showsCodes } = createSmsProvider(config, clock, createLog('silent'))

  await send('13612345678', '012345')
  await send('13612345678', '678901')

  expect([sends, showsCodes]).toEqual([true, false])
  expect(received[0]?.parameters).toMatchObject({
    Action: 'SendSms',
    PhoneNumbers: '13612345678',
    SignName: '如晤 (测试)*',
    TemplateCode: 'SMS_1',
    TemplateParam: '{"code":"012345"}',
    Timestamp: '2026-07-08T01:00:00Z',
    Version: '2017-05-25',
  })
  expect(new Set(received.map(({ parameters }) => parameters.SignatureNonce)).size).toBe(2)
})

test.each([
  ['a refusal', { status: 200, body: { Code: 'isv.BUSINESS_LIMIT_CONTROL', Message: '触发小时级流控' } }, /流控/],
  ['an answer without a code', { status: 502, body: {} }, /HTTP 502/],
])('%s is an error that tells what the provider said', async (_what, answer, said) => {
  const { config } = await startAliyun(answer)

  await expect(createSmsProvider(config, clock, createLog('silent')).send('13612345678', '012345')).rejects.toThrow(
    said,
  )
})

test.each(['fatal', 'warn'])(
  'without a provider the code is in the log of level %s, where numbers are masked',
  async (level) => {
    const lines: string[] = []
    const provider = createSmsProvider(readConfig({}), clock, createLog(level, { write: (line) => lines.push(line) }))

    await provider.send('13612345678', '012345')

    expect(lines.join('')).toContain('012345')
    expect(lines.join('')).toContain('136****5678')
    expect(lines.join('')).not.toContain('13612345678')
    expect(provider).toMatchObject({ sends: false, showsCodes: true })
    expect(createSmsProvider(readConfig({ DEMO: 'false' }), clock, createLog('silent')).showsCodes).toBe(false)
  },
)
