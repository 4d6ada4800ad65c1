import type { ScriptPlayer } from '../scripts/script-player.ts'
import type { Simulator } from '../simulator.ts'
import type { ClockView, CustomerRowView, IndexView } from '../views.ts'
import { contentText } from '../world/talk.ts'
import type { World } from '../world/world.ts'
import { accountView, isoOf, phonePath } from './account-view.ts'
import { lastAt } from './merchant-view.ts'

const SHOWN_CUSTOMERS = 60
const SHOWN_ENTRIES = 100

export function indexView({ world, outbox }: Simulator, player: ScriptPlayer): IndexView {
  const { delivered, refused, retried, givenUp } = outbox.counts
  return {
    now: isoOf(world.now()),
    seed: world.state.seed,
    webhookTarget: world.options.webhookTarget,
    accounts: world.state.accounts
      .filter(({ mainId }) => mainId === null)
      .map((account) => accountView(world, account)),
    customers: customerRows(world),
    knobs: world.knobs.views(),
    clock: clockView(world),
    scripts: player.scriptViews(),
    runs: player.runViews(),
    journal: world.journal.tail(SHOWN_ENTRIES),
    journalLast: world.journal.last,
    counts: { delivered, refused, retried, givenUp, waiting: outbox.waiting },
  }
}

export function clockView({ clock }: World): ClockView {
  return { mode: clock.mode, factor: clock.factor, now: isoOf(clock.now()) }
}

function customerRows(world: World): CustomerRowView[] {
  const newest = world
    .conversations()
    .toSorted((left, right) => lastAt(right) - lastAt(left))
    .slice(0, SHOWN_CUSTOMERS)
  return newest.map(({ source, accountId, customerId, messages }) => {
    const customer = world.findCustomer(source, customerId)
    const last = messages.at(-1)
    return {
      source,
      accountId,
      accountName: world.findAccount(source, accountId)?.name ?? accountId,
      customerId,
      name: customer?.name ?? customerId,
      avatarUrl: world.mediaUrl(customer?.avatar ?? ''),
      lastText: last ? contentText(last.content) : '',
      lastAt: last ? isoOf(last.at) : null,
      phonePath: phonePath(source, accountId, customerId),
    }
  })
}
