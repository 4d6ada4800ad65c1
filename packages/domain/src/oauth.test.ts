import type { OauthRequest } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { isRedirectUri, oauthProblem, oauthScopes, refusedUrl } from './oauth.ts'

const APP = { redirectUris: ['https://crm.example.com/back', 'https://crm.example.com/back?from=ruwu'] }
const REQUEST: OauthRequest = {
  clientId: 'crm',
  redirectUri: 'https://crm.example.com/back',
  responseType: 'code',
  scope: 'profile enterprise',
  state: 's-1',
  codeChallenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  codeChallengeMethod: 'S256',
}

test.each<[string, Partial<OauthRequest>, string | undefined]>([
  ['a good request', {}, undefined],
  ['an address with a registered query', { redirectUri: 'https://crm.example.com/back?from=ruwu' }, undefined],
  ['a longer address', { redirectUri: 'https://crm.example.com/back/' }, '回调地址未登记'],
  ['an address with another query', { redirectUri: 'https://crm.example.com/back?a=1' }, '回调地址未登记'],
  ['another letter case', { redirectUri: 'https://CRM.example.com/back' }, '回调地址未登记'],
  ['no address', { redirectUri: '' }, '回调地址未登记'],
  ['the implicit flow', { responseType: 'token' }, '只支持授权码方式（response_type=code）'],
  ['no scope', { scope: ' ' }, '没有说明需要的权限'],
  ['an unknown scope', { scope: 'profile messages' }, '未知的权限 messages'],
  ['no state', { state: '' }, 'state 缺失或不正确'],
  ['a state of two lines', { state: 'a\nb' }, 'state 缺失或不正确'],
  ['a long state', { state: 's'.repeat(501) }, 'state 缺失或不正确'],
  ['no challenge', { codeChallenge: '' }, '缺少 PKCE 校验（S256）'],
  ['the verifier itself as challenge', { codeChallengeMethod: 'plain' }, '缺少 PKCE 校验（S256）'],
])('%s: %o → %s', (_name, change, problem) => {
  expect(oauthProblem({ ...REQUEST, ...change }, APP)).toBe(problem)
})

test('an application that is not registered is told first', () => {
  expect(oauthProblem({ ...REQUEST, responseType: 'token' }, undefined)).toBe('应用不存在')
})

test.each([
  ['https://crm.example.com/back', true],
  ['https://crm.example.com/back?from=ruwu', true],
  ['http://127.0.0.1:8000/back', true],
  ['http://localhost/back', true],
  ['http://crm.example.com/back', false],
  ['https://crm.example.com/back#part', false],
  ['https://user:secret@crm.example.com/back', false],
  ['javascript:alert(1)', false],
  ['crm.example.com/back', false],
  [`https://crm.example.com/${'a'.repeat(500)}`, false],
])('%s can be registered: %s', (address, expected) => {
  expect(isRedirectUri(address)).toBe(expected)
})

test('scopes are read once each', () => {
  expect(oauthScopes('enterprise profile enterprise other')).toEqual(['enterprise', 'profile'])
})

test('a refusal keeps the query of the address', () => {
  expect(refusedUrl({ redirectUri: 'https://crm.example.com/back?from=ruwu', state: 'a b' })).toBe(
    'https://crm.example.com/back?from=ruwu&error=access_denied&state=a+b',
  )
})
