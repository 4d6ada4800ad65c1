import { expect, test } from 'vitest'
import { isDirect } from './direct-request.ts'

const LOCAL = { host: '127.0.0.1:8080' }

test.each([
  ['127.0.0.1', LOCAL, true],
  ['127.0.0.1', { host: 'localhost' }, true],
  ['127.0.0.1', { host: 'LOCALHOST:8080' }, true],
  ['::1', { host: '[::1]:8080' }, true],
  ['::ffff:127.0.0.1', { host: '127.0.0.2' }, true],
  ['127.0.0.1', { ...LOCAL, 'x-request-id': '1', 'user-agent': 'curl' }, true],
  ['203.0.113.7', LOCAL, false],
  ['10.0.0.2', LOCAL, false],
  ['', LOCAL, false],
  ['127.0.0.1', {}, false],
  ['127.0.0.1', { host: '' }, false],
  ['127.0.0.1', { host: 'ruwu.example.com' }, false],
  ['127.0.0.1', { host: '203.0.113.7:8080' }, false],
  ['127.0.0.1', { host: 'localhost.example.com' }, false],
  ['127.0.0.1', { host: '127.0.0.1.example.com' }, false],
  ['127.0.0.1', { host: 'ruwu.example.com:80@localhost' }, false],
  ['127.0.0.1', { host: 'a@localhost' }, false],
  ['127.0.0.1', { host: 'localhost/@ruwu.example.com' }, false],
  ['127.0.0.1', { ...LOCAL, origin: 'http://localhost:5173' }, true],
  ['127.0.0.1', { ...LOCAL, origin: 'https://evil.example' }, false],
  ['127.0.0.1', { ...LOCAL, origin: 'null' }, false],
  ...[
    'forwarded',
    'via',
    'x-forwarded-for',
    'x-forwarded-host',
    'x-forwarded-proto',
    'x-forwarded-anything',
    'x-real-ip',
    'x-client-ip',
    'x-original-host',
    'true-client-ip',
    'cf-connecting-ip',
    'cf-ray',
    'cdn-loop',
    'fly-client-ip',
  ].map((name) => ['127.0.0.1', { ...LOCAL, [name]: 'x' }, false] as const),
] as const)('from %s with %o: direct %s', (remoteAddress, headers, expected) => {
  expect(isDirect({ socket: { remoteAddress }, headers } as never)).toBe(expected)
})
