import type { Options } from '../options.ts'
import { startSimulator } from '../start-simulator.ts'
import type { CustomerAct, MerchantAct, Source } from '../views.ts'
import { douyinClient } from './douyin-client.ts'
import { startReceiver } from './receiver.ts'
import { redbookClient } from './redbook-client.ts'

export const START_AT = Date.parse('2026-11-15T09:00:00+08:00')
/** Fixed, so that addresses in deliveries are the same in every run. */
export const PUBLIC_URL = 'http://127.0.0.1:8090'

export const SPRUCE = '6b1f2a8e-3c55-4a0d-9b7e-1d2c3b4a5f60'
export const UNCERTIFIED = '91e0b7d3-5f42-4c68-9a1d-0c8f63ae2b57'
export const ELSEWHERE = 'c47a1f90-6e2b-4d35-9f84-b3d2a7c61e09'
export const REDBOOK_SPRUCE = '60aa41c7d2e9f0835b16c4b7'
export const REDBOOK_LIGHT = '60b8e35a917c4df2068a3d51'
export const STAFF_NING = '61c05d8a3b7e42f9160d8e71'

/** A simulator in manual time with a receiver in the place of our server, and hands to move both. */
export async function openStage(given: Partial<Options> = {}) {
  const receiver = await startReceiver()
  const simulator = await startSimulator({
    port: 0,
    clock: 'manual',
    startAt: START_AT,
    isStrict: true,
    publicUrl: PUBLIC_URL,
    webhookTarget: receiver.url,
    redirectUri: 'https://ruwu.example/hooks/douyin/callback',
    ...given,
  })
  const { sim, world, url } = simulator

  async function control<T = Record<string, unknown>>(path: string, body: unknown = {}): Promise<T> {
    const response = await fetch(`${url}/control/${path}`, { method: 'POST', body: JSON.stringify(body) })
    const answer = (await response.json()) as T & { error?: { message: string } }
    if (!response.ok) throw new Error(answer.error?.message)
    return answer
  }

  return {
    ...simulator,
    sim,
    world,
    receiver,
    control,
    douyin: douyinClient(url, control),
    redbook: redbookClient(url, control),
    act: (source: Source, accountId: string, customerId: string, act: CustomerAct) =>
      control<{ messageId: string }>('act', { source, accountId, customerId, act }),
    merchant: (source: Source, accountId: string, act: MerchantAct) =>
      control<{ messageId: string; staffId: string }>('merchant', { source, accountId, act }),
    advance: (ms: number) => control('clock/advance', { ms }),
    knobs: (set: Record<string, unknown>, account?: { source: Source; accountId: string }) =>
      control('knobs', { set, ...(account ? { account } : {}) }),
    /** Bodies that arrived, of one event or path. */
    arrived: (name: string) =>
      receiver.received.filter(({ path, body }) => path.endsWith(name) || body.includes(`"event":"${name}"`)),
    close: async () => {
      await simulator.close()
      await receiver.close()
    },
  }
}

export type Stage = Awaited<ReturnType<typeof openStage>>
