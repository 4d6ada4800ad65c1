import { expect, test } from 'vitest'
import { attachmentKey, findAttachment } from '../chat/attachment/index.ts'
import { customer } from '../db/schema/index.ts'
import { BusyError } from '../platform/reading/file-reader.ts'
import type { Storage } from '../platform/storage/index.ts'
import { outboundWorld } from '../testing/outbound-world.ts'
import { storePicture } from '../testing/stored-picture.ts'
import { createPictureCodes, PICTURES_WAITING_MAX, readingPictures, UnreadPicture } from './picture-codes.ts'

/** Pictures without a stored reading, and a storage that has lost their bytes; `onGet` runs while one is fetched. */
async function pictureWorld() {
  const { here, customerId } = await outboundWorld()
  const world = { here, customerId, onGet: async () => {}, fetched: [] as string[] }
  const storage = {
    get: async (key: string) => {
      world.fetched.push(key.replace('attachment/', ''))
      await world.onGet()
      return undefined
    },
  } as Partial<Storage> as Storage
  const picture = async ({ entId, id: uploaderId } = here.zhao) => {
    const key = attachmentKey(await storePicture(here.db, { entId, uploaderId, codes: null }, here.clock.now()))
    return (await findAttachment(here.db.sql, entId, key ?? ''))!
  }
  return Object.assign(world, { picture, ...createPictureCodes({ db: here.db, storage }) })
}

test('a picture that cannot be read is read once, however often and at once it is sent', async () => {
  const { picture, readCodes, fetched } = await pictureWorld()
  const file = await picture()

  expect(await Promise.all([readCodes(file), readCodes(file)])).toEqual([null, null])
  expect(await readCodes(file)).toBeNull()
  expect(fetched).toEqual([file.key])
})

test('an enterprise with too many pictures is told to wait, and another’s is the next to be read', async () => {
  const world = await pictureWorld()
  const { here, picture, readCodes, fetched } = world
  const own = await Promise.all(Array.from({ length: PICTURES_WAITING_MAX + 2 }, () => picture()))
  const other = await picture(here.rival)
  const gate = Promise.withResolvers<void>()
  world.onGet = () => gate.promise

  const reads = own.slice(0, -1).map(readCodes)
  await expect(readCodes(own.at(-1)!)).rejects.toThrow(BusyError)
  const read = readCodes(other)
  gate.resolve()
  await Promise.all([...reads, read])

  expect(fetched.slice(0, 3)).toEqual([own[0]!.key, other.key, own[1]!.key])
  expect(await readCodes(own.at(-1)!)).toBeNull()
})

test('a picture is read while no lock is held, then the transaction is done again', async () => {
  const world = await pictureWorld()
  const { here, picture, codesOf } = world
  const file = await picture()
  const lock = here.db.sql.select().from(customer).for('update', { noWait: true })
  world.onGet = async () => void (await lock)

  const codes = await readingPictures(() =>
    here.db.transaction(async (tx) => {
      await tx.sql.select().from(customer).for('update')
      return codesOf(file)
    }),
  )

  expect(codes).toBeNull()
})

test('an automatic message does not read a picture in the transaction of its sender', async () => {
  const { here, picture, customerId } = await pictureWorld()
  const { key } = await picture()
  const { receptionType, receptionEpoch } = (await here.db.sql.select().from(customer))[0]!
  const message = {
    entId: here.zhao.entId,
    customerId,
    kind: 'rule' as const,
    content: { type: 'image', text: `/api/attachment/${key}` },
    expected: { receptionType, receptionEpoch },
  }

  await expect(here.db.transaction((tx) => here.reception.automatic.send(tx, message))).rejects.toThrow(UnreadPicture)
})
