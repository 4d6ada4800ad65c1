import { expect, test } from 'vitest'
import { flag, html, safeUrl } from './html.ts'

test('what people typed stays text, in elements and in attributes', () => {
  const typed = `"><script>alert('x')</script>&amp;`

  expect(html`<p title="${typed}">${typed}</p>`.text).toBe(
    '<p title="&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;amp;">' +
      '&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;amp;</p>',
  )
})

test('markup inside markup is not escaped again, and lists are joined', () => {
  const words = ['甲', '乙'].map((name) => html`<b>${name}</b>`)

  expect(html`<p>${words}</p>`.text).toBe('<p><b>甲</b><b>乙</b></p>')
})

test('what is absent leaves no trace, zero does', () => {
  expect(html`${null}${undefined}${false}${''}${0}`.text).toBe('0')
  expect(html`<button ${flag('disabled', false)}></button>`.text).toBe('<button ></button>')
})

test.each([
  ['http://127.0.0.1:8090/media/a.png', true],
  ['/media/a.png', true],
  ['data:image/svg+xml,x', true],
  ['javascript:alert(1)', false],
  ['//elsewhere.example/a.png', false],
  ['data:text/html,<script>', false],
  ['', false],
])('the address %s is used: %s', (url, isUsed) => {
  expect(safeUrl(url)).toBe(isUsed ? url : '')
})
