import { CustomerId } from '@ruwu/contract'
import { act, screen } from '@testing-library/react'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { expect, test } from 'vitest'
import { renderConsole } from '../../testing/render.tsx'
import { sampleId } from '../../testing/sample.ts'
import { useChatUrl } from './use-chat-url.ts'

const [one, other] = [CustomerId.parse(sampleId()), CustomerId.parse(sampleId())]

type Open = ReturnType<typeof useChatUrl>['open']

function Chat({ onFirst }: { onFirst: (open: Open) => void }) {
  const url = useChatUrl()
  useState(() => onFirst(url.open))
  return <Link to={`/chat?isStar=1&customerId=${one}`}>星标</Link>
}

/** The page; what opens a customer is kept from its first drawing on, as by an answer that is waited for. */
async function open() {
  const kept: Open[] = []
  function Page() {
    const isChat = useLocation().pathname === '/chat'
    return (
      <>
        {isChat && <Chat onFirst={(first) => kept.push(first)} />}
        <Link to="/home">首页</Link>
      </>
    )
  }
  const page = renderConsole(<Page />, { path: `/chat?customerId=${one}` })
  await screen.findByText('星标')
  return { ...page, openLater: (customerId: CustomerId) => act(() => kept[0]!(customerId)) }
}

test('a customer that opens once an answer arrives keeps the filter chosen meanwhile', async () => {
  const { user, address, openLater } = await open()
  await user.click(screen.getByText('星标'))
  expect(address()).toContain('isStar=')

  openLater(other)

  await expect.poll(address).toContain(`customerId=${other}`)
  expect(address()).toContain('isStar=')
})

test('nothing opens once the page was left', async () => {
  const { user, address, openLater } = await open()
  await user.click(screen.getByText('首页'))
  await expect.poll(address).toBe('/home')

  openLater(other)

  expect(address()).toBe('/home')
})
