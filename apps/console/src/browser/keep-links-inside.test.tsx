import { fireEvent } from '@testing-library/react'
import { expect, test } from 'vitest'
import { keepLinksInside } from './keep-links-inside.ts'

test.each([
  ['clicked with Ctrl', { ctrlKey: true }, ''],
  ['clicked with Shift', { shiftKey: true }, ''],
  ['clicked with the middle button', { button: 1 }, ''],
  ['for another window', {}, '_blank'],
  ['for another window, clicked with Ctrl,', { ctrlKey: true }, '_blank'],
])('a link %s is followed in the same window', (_, keys, target) => {
  const followed: unknown[] = []
  const inside = document.implementation.createHTMLDocument()
  inside.body.innerHTML = `<a href="${location.origin}/bi" target="${target}"><b>数据统计</b></a>`
  keepLinksInside(inside)
  inside.body.addEventListener('click', (event) => {
    event.preventDefault()
    followed.push([event.ctrlKey, event.shiftKey, event.button, inside.querySelector('a')?.target])
  })

  const link = inside.querySelector('b')!
  expect(
    fireEvent(
      link,
      new MouseEvent('button' in keys ? 'auxclick' : 'click', { bubbles: true, cancelable: true, ...keys }),
    ),
  ).toBe(false)

  expect(followed).toEqual([[false, false, 0, '']])
  expect(inside.querySelector('a')?.target).toBe(target)
})
