import { expect, test } from 'vitest'
import { loginPathFrom, pathAfterLogin, safeRedirect } from './sign-in-path.ts'

test.each([
  ['/home', '/home'],
  ['/setting/agent?keyword=%E6%9E%97#top', '/setting/agent?keyword=%E6%9E%97#top'],
  ['/', '/'],
  [null, undefined],
  ['', undefined],
  ['home', undefined],
  ['//evil.example', undefined],
  ['/\\evil.example', undefined],
  ['\\/evil.example', undefined],
  ['/\t/evil.example', undefined],
  ['https://evil.example', undefined],
  ['javascript:alert(1)', undefined],
])('after signing in, redirect %j leads to %j', (asked, target) => {
  expect(safeRedirect(asked)).toBe(target)
})

test('the address one was sent away from survives the way through /login', () => {
  const path = '/setting/agent?keyword=林 & 周'

  const query = new URL(loginPathFrom(path), 'http://host').searchParams

  expect(safeRedirect(query.get('redirect'))).toBe(path)
  expect(loginPathFrom('/')).toBe('/login')
})

test('an application’s request keeps its query through its own sign-in page', () => {
  const search = '?client_id=crm&state=a%26b'

  expect(loginPathFrom(`/oauth2/confirm${search}`)).toBe(`/oauth2/login${search}`)
  expect(pathAfterLogin({ pathname: '/oauth2/login', search })).toBe(`/oauth2/confirm${search}`)
  expect(pathAfterLogin({ pathname: '/login', search: '?redirect=%2Fhome' })).toBe('/home')
  expect(pathAfterLogin({ pathname: '/login', search: '?redirect=%2F%2Fevil.example' })).toBe('/')
})
