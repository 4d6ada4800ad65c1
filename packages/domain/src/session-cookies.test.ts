import { expect, test } from 'vitest'
import {
  canKeepSecureCookies,
  clearedCookieStrings,
  readSessionCookies,
  sessionCookieStrings,
} from './session-cookies.ts'

const session = { authorization: 'a.b-c_d', entId: 'e1', agentId: 'lin', entName: '如晤; 家居' }

// R21, R22
test('signing in writes four cookies for ten years to the current host', () => {
  const rest = '; Max-Age=315360000; Path=/; Domain=console.example.com; SameSite=None; Secure'

  expect(sessionCookieStrings(session, 'console.example.com')).toEqual([
    `authorization=a.b-c_d${rest}`,
    `entId=e1${rest}`,
    `agentId=lin${rest}`,
    `entName=%E5%A6%82%E6%99%A4%3B%20%E5%AE%B6%E5%B1%85${rest}`,
  ])
})

// R21, R22
test('signing out clears these and the two that are never written, with the same attributes', () => {
  const cleared = clearedCookieStrings('console.example.com')

  expect(cleared.map((each) => each.split('=')[0])).toEqual([
    'authorization',
    'entId',
    'agentId',
    'entName',
    'agentName',
    'agentAvatar',
  ])
  expect(cleared[0]).toBe('authorization=; Max-Age=0; Path=/; Domain=console.example.com; SameSite=None; Secure')
})

test.each(['localhost', '127.0.0.1', '10.0.0.12', '[::1]', '[fe80::1]'])('on %s no domain is named', (hostname) => {
  expect(sessionCookieStrings(session, hostname).join()).not.toContain('Domain')
})

test('what was written is read back', () => {
  const kept = sessionCookieStrings(session, 'localhost').map((each) => each.split('; ')[0])

  expect(readSessionCookies(['theme=dark', ...kept].join('; '))).toEqual(session)
})

test.each([
  [''],
  ['xauthorization=t; entId=e1; agentId=lin'],
  ['authorization=; entId=e1; agentId=lin'],
  ['authorization=%E5%A; entId=e1; agentId=lin'],
  ['authorization=t; entId=e1'],
])('the cookies %j hold no session', (documentCookie) => {
  expect(readSessionCookies(documentCookie)).toBeUndefined()
})

test.each([
  ['https:', 'console.example.com', true],
  ['https:', '10.0.0.12', true],
  ['http:', 'localhost', true],
  ['http:', '127.0.0.1', true],
  ['http:', '[::1]', true],
  ['http:', '10.0.0.12', false],
  ['http:', 'console.example.com', false],
  ['http:', 'localhost.example.com', false],
])('%s//%s keeps the session: %s', (protocol, hostname, expected) => {
  expect(canKeepSecureCookies(protocol, hostname)).toBe(expected)
})
