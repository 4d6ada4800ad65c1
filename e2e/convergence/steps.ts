import { setTimeout as sleep } from 'node:timers/promises'
import { type Simulation, type Seat, tick } from './simulation.ts'
import type { Link } from './link.ts'

const STEPS = 100

/** How often each kind of step is taken, against the others. */
const WEIGHTS = {
  say: 8,
  arrive: 18,
  rest: 6,
  wait: 4,
  cut: 2,
  recall: 2,
  extra: 2,
  post: 2,
  network: 2,
  history: 2,
  read: 2,
  retry: 1,
  reload: 0.6,
  kill: 0.8,
  halt: 0.3,
  revive: 4,
}
type StepName = keyof typeof WEIGHTS

/** Random steps, all from one seed. Half of the simulations also lose single frames, the others only whole connections. */
export async function takeSteps(simulation: Simulation): Promise<void> {
  const random = simulation.newRandom()
  const chance = (probability: number) => random() < probability
  const any = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!
  const isLossy = simulation.seed % 4 < 2
  /** Copies of frames that are delivered again, much later. */
  const ghosts = new WeakMap<Link, { up: string[]; down: string[] }>()

  const ownOf = (seat: Seat, topicId: string) =>
    seat.client.messages(topicId).filter(({ isSentByMe, content }) => isSentByMe && content.type === 'text')

  function stir(pipe: string[], late: string[]): void {
    if (isLossy && chance(0.08) && pipe.shift() !== undefined) simulation.note('frame lost')
    if (late.length > 0 && chance(0.3)) pipe.push(late.pop()!)
    const [first] = pipe
    if (first === undefined) return
    if (chance(0.1)) late.unshift(first)
    if (chance(0.15)) pipe.splice(1 + Math.floor(random() * 3), 0, first)
    if (chance(0.15)) pipe.splice(2, 0, pipe.shift()!)
  }

  const steps: Record<StepName, (seat: Seat, topicId: string) => unknown> = {
    say(seat, topicId) {
      for (let left = 1 + Math.floor(random() * 3); left > 0; left -= 1) simulation.say(seat, topicId)
    },
    arrive({ device }) {
      const link = any([...device.links])
      if (!link) return
      const late = ghosts.get(link) ?? { up: [], down: [] }
      ghosts.set(link, late)
      for (let left = 1 + Math.floor(random() * 8); left > 0; left -= 1) {
        stir(link.up, late.up)
        stir(link.down, late.down)
        if (chance(0.7)) link.passUp()
        if (chance(0.7)) link.passDown()
      }
    },
    rest: () => sleep(2),
    async wait() {
      // A server answers within milliseconds: only frames held in the pipes may grow seconds old.
      await simulation.settle()
      simulation.pass(Math.floor(random() * 12_000))
    },
    cut: ({ device }) => any([...device.links])?.cut({ arrives: chance(0.5), closes: chance(0.7) }),
    recall(seat, topicId) {
      const target = any(ownOf(seat, topicId))
      if (target) seat.client.recall(topicId, target.chatId).catch(() => undefined)
    },
    extra(seat, topicId) {
      const target = any(ownOf(seat, topicId))
      const extra = { n: String(random()) }
      if (target) seat.client.updateExtra(topicId, target.chatId, extra).catch(() => undefined)
    },
    post(seat, topicId) {
      const open = any([...simulation.posts])
      if (open && chance(0.5)) simulation.repost(open)
      else simulation.post(seat, topicId)
    },
    network: ({ device }) => {
      device.loss = chance(0.6) ? { requests: 0.2, answers: 0.3 } : { requests: 0, answers: 0 }
    },
    history: (seat, topicId) => void seat.client.history(topicId, { limit: 5 }).catch(() => undefined),
    read: (seat, topicId) => void seat.client.read(topicId).catch(() => undefined),
    retry: (seat, topicId) => simulation.retry(seat, topicId),
    reload: (seat) => simulation.reload(seat),
    kill: () => simulation.nodes.kill(random()),
    halt: () => simulation.nodes.halt(random()),
    revive: () => simulation.nodes.revive(),
  }

  const total = Object.values(WEIGHTS).reduce((sum, weight) => sum + weight, 0)
  for (let step = 0; step < STEPS; step += 1) {
    let left = random() * total
    const [name] = Object.entries(WEIGHTS).find(([, weight]) => (left -= weight) < 0) as [StepName, number]
    const seat = any(simulation.seats)
    simulation.note(`${name} ${seat.name}`)
    await steps[name](seat, any(simulation.topicsOf(seat)))
    await tick()
  }
}
