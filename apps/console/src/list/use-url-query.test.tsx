import { act, cleanup, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, onTestFinished, test } from 'vitest'
import { useUrlQuery } from './use-url-query.ts'

function Page() {
  const [, change] = useUrlQuery()
  return (
    <button type="button" onClick={() => change((query) => (query.set('keyword', '周'), query), { replace: true })}>
      写入
    </button>
  )
}

const write = () => act(async () => (await screen.findByText('写入')).click())

/** Two pages; `/next` loads until it is told to end. */
async function open() {
  const { promise: loaded, resolve: load } = Promise.withResolvers<null>()
  const router = createMemoryRouter([
    { path: '/', Component: Page },
    { path: '/next', loader: () => loaded, Component: () => 'next' },
  ])
  onTestFinished(cleanup)
  render(<RouterProvider router={router} />)
  return { router, load }
}

test('a change is written to the URL', async () => {
  const { router } = await open()

  await write()

  expect(new URLSearchParams(router.state.location.search).get('keyword')).toBe('周')
})

test('a change that comes while another page is loading does not hold that page back', async () => {
  const { router, load } = await open()
  const leaving = router.navigate('/next')

  await write()
  load(null)
  await act(() => leaving)

  expect(router.state.location).toMatchObject({ pathname: '/next', search: '' })
})
