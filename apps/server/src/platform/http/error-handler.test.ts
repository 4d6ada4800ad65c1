import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { Writable } from 'node:stream'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { handleError } from './error-handler.ts'

test('a client that goes away in the middle of its request is no error of ours', async () => {
  const lines: { level: number; msg: string }[] = []
  const stream = new Writable({
    write: (line: Buffer, _encoding, done) => {
      lines.push(JSON.parse(line.toString()) as (typeof lines)[number])
      done()
    },
  })
  const app = Fastify({ logger: { level: 'info', stream }, disableRequestLogging: true })
  onTestFinished(() => app.close())
  app.setErrorHandler(handleError)
  app.post('/', async () => ({}))
  await app.listen()
  const socket = connect((app.server.address() as AddressInfo).port)

  socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"a":')
  await new Promise((resolve) => app.server.once('request', resolve))
  socket.destroy()

  await expect.poll(() => lines.map(({ msg }) => msg)).toContain('request aborted by the client')
  expect(lines.filter(({ level }) => level > 30)).toEqual([])
})
