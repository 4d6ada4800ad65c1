import { screen } from '@testing-library/react'
import { Tags, Workflow } from 'lucide-react'
import { expect, test } from 'vitest'
import { renderConsole } from '../testing/render.tsx'
import { NavItems } from './nav-items.tsx'

const load = async () => () => null
const pages = [
  { path: '/tag', title: '标签管理', menu: { label: '标签管理', icon: Tags }, load },
  {
    path: '/automation/reception',
    title: '接待方案',
    menu: { label: '自动化', icon: Workflow, section: '/automation' },
    load,
  },
]

const currentAt = (path: string) => {
  renderConsole(<NavItems iconSize={20} />, { path, pages })
  return screen.getAllByRole('link').flatMap((link) => (link.getAttribute('aria-current') ? [link.textContent] : []))
}

test.each([
  ['/tag', ['标签管理']],
  ['/automation/reception', ['自动化']],
  ['/automation/detail-v1?id=1', ['自动化']],
  ['/automation', ['自动化']],
  ['/tags', []],
])('at %s the current item is %j', (path, current) => {
  expect(currentAt(path)).toEqual(current)
})

// R10
test('自动化 opens /automation/reception', () => {
  renderConsole(<NavItems iconSize={20} />, { pages })

  expect(screen.getByRole('link', { name: '自动化' }).getAttribute('href')).toBe('/automation/reception')
})
