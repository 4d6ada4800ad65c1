import { type DemoPhone, demoApi, type DemoStarted } from '@ruwu/contract'
import { throttle } from '../../../../db/schema/index.ts'
import type { Storage } from '../../../../platform/storage/storage.ts'
import { channelWorld } from '../../../../testing/channel-world.ts'
import { FakeCards } from '../../../../testing/fake-cards.ts'
import { openAccount } from '../../../../testing/platform.ts'
import { tablesHolding } from '../../../../testing/tables-holding.ts'
import type { DemoPlatform } from '../demo-platform.ts'
import { createDemoEraser } from '../erase-demos.ts'

export const PHONE: DemoPhone = {
  source: 'redbook',
  accountName: '云杉家居旗舰店',
  avatarUrl: '',
  isEntered: true,
  canCopyWechat: true,
  messages: [],
}

export const as = ({ token }: Pick<DemoStarted, 'token'>) => ({ authorization: `Bearer ${token}` })

const warn = (problem: object) => {
  throw new Error('a demo was not deleted', { cause: problem })
}

type Remove = DemoPlatform['removeAccounts']

/** For a whole file: a world where /demo is open, on simulated platforms of the test's own. */
export async function demoWorld() {
  const given = {
    /** What was asked of the simulated platforms. */
    acts: [] as object[],
    removed: [] as string[],
    /** While a demo is prepared. */
    whilePrepared: async () => {},
  }
  const remove: Remove = async (ids) => void given.removed.push(...ids)
  const demoPlatform: DemoPlatform = {
    async openAccounts(_channel, { entId }, accounts) {
      for (const { source, platformId, name } of accounts) await openAccount(here, { entId, source, platformId, name })
    },
    placePast: () => given.whilePrepared(),
    act: async (owner, act) => void given.acts.push({ ...owner, ...act }),
    phone: async ({ source }) => ({ ...PHONE, source }),
    accountIds: async () => [],
    removeAccounts: remove,
    asset: (name) => `http://simulator/${name}`,
    picture: async (name) => ({ type: 'image/png', bytes: Buffer.from(name) }),
  }
  const here = await channelWorld({ demoPlatform, keepUntilFileEnds: true })
  for (const source of [here.platform.redbook, here.platform.douyin]) {
    const cards = new FakeCards(source)
    cards.put({ cardId: 'lead', cardType: 'lead_form' })
    cards.put({ cardId: 'contact', cardType: 'contact' })
  }

  const eraserOf = ({ accountIds = [] as string[], removeAccounts = remove, db = here.db } = {}) =>
    createDemoEraser({
      ...here,
      db,
      storage: {} as Storage,
      log: { warn: removeAccounts === remove ? warn : () => {} } as never,
      platform: { accountIds: async () => accountIds, removeAccounts },
    })

  return {
    here,
    given,
    eraserOf,
    start: () => here.lin.call(demoApi.start, {}),
    /** Two runs of the job: its rows, and when nothing of it is left the enterprise. */
    async eraseEnded(removeAccounts = remove): Promise<void> {
      const eraser = eraserOf({ removeAccounts })
      for (let run = 0; run < 2; run += 1) await eraser.run()
    },
    /** Tables that know an enterprise, by either way of writing its id. */
    async tablesWith(entId: string): Promise<string[]> {
      const uuid = entId.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
      return [...(await tablesHolding(here.db, entId)), ...(await tablesHolding(here.db, uuid))]
    },
    forgetTries: () => here.db.sql.delete(throttle),
  }
}
