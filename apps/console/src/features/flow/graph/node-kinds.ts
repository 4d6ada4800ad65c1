import type { FlowNode, FlowNodeOf, FlowNodeType } from '@ruwu/contract'
import { SHORT_CODE_RANDOM_BYTES, shortCode } from '@ruwu/domain'
import {
  ContactRound,
  CornerUpRight,
  Flag,
  GitBranch,
  Hourglass,
  List,
  MessageCircle,
  MessageCircleQuestionMark,
  PenLine,
  Play,
  Sparkles,
  Tag,
  UserRoundCheck,
  UsersRound,
  Webhook,
  type LucideIcon,
} from 'lucide-react'
import { formTexts } from '../form-texts.ts'
import { texts } from '../texts.ts'

/** Ids of nodes, options and branches: unique in their graph. */
export const newLocalId = (): string => shortCode(crypto.getRandomValues(new Uint8Array(SHORT_CODE_RANDOM_BYTES)))

/** Colour of a node's icon, by what it does. */
type NodeTone = 'io' | 'message' | 'logic' | 'ai' | 'data' | 'human'

export const NODE_LOOKS: Record<FlowNodeType, { icon: LucideIcon; tone: NodeTone }> = {
  start: { icon: Play, tone: 'io' },
  send: { icon: MessageCircle, tone: 'message' },
  ask: { icon: MessageCircleQuestionMark, tone: 'message' },
  menu: { icon: List, tone: 'message' },
  card: { icon: ContactRound, tone: 'message' },
  condition: { icon: GitBranch, tone: 'logic' },
  wait: { icon: Hourglass, tone: 'logic' },
  jump: { icon: CornerUpRight, tone: 'logic' },
  ai: { icon: Sparkles, tone: 'ai' },
  tag: { icon: Tag, tone: 'data' },
  field: { icon: PenLine, tone: 'data' },
  webhook: { icon: Webhook, tone: 'data' },
  assign: { icon: UsersRound, tone: 'human' },
  handoff: { icon: UserRoundCheck, tone: 'human' },
  end: { icon: Flag, tone: 'io' },
}

/** The kinds a person adds; the start is there from the beginning. */
export const PALETTE: readonly { title: string; types: readonly FlowNodeType[] }[] = [
  { title: texts.groups.message, types: ['send', 'ask', 'menu', 'card'] },
  { title: texts.groups.logic, types: ['condition', 'wait', 'jump'] },
  { title: texts.groups.ai, types: ['ai'] },
  { title: texts.groups.data, types: ['tag', 'field', 'webhook'] },
  { title: texts.groups.reception, types: ['assign', 'handoff', 'end'] },
]

const option = () => ({ id: newLocalId(), text: '' })

export const newBranch = (n: number): FlowNodeOf<'condition'>['data']['branches'][number] => ({
  id: newLocalId(),
  name: formTexts.newBranch(n),
  conditions: { op: 'all', items: [] },
})

const blanks: { [Type in FlowNodeType]: () => FlowNodeOf<Type>['data'] } = {
  start: () => ({ trigger: { type: 'session_start' } }),
  send: () => ({ variants: [''], imageUrl: null, materialId: null }),
  ask: () => ({ text: '', field: null, kind: 'text', options: [], retryText: '', retries: 0, timeoutMinutes: 30 }),
  menu: () => ({ title: '', options: [option(), option()] }),
  condition: () => ({ branches: [newBranch(1)] }),
  ai: () => ({ instruction: '', maxAnswers: 3 }),
  card: () => ({ materialId: null }),
  tag: () => ({ add: [], remove: [] }),
  field: () => ({ field: null, value: '' }),
  assign: () => ({ to: 'familiar', agentIds: [] }),
  wait: () => ({ minutes: 30 }),
  webhook: () => ({ url: '', mapping: [] }),
  jump: () => ({ nodeId: null }),
  handoff: () => ({ text: '' }),
  end: () => ({}),
}

export const newNode = (type: FlowNodeType, { x, y }: { x: number; y: number }): FlowNode =>
  ({ id: newLocalId(), type, x, y, data: blanks[type]() }) as FlowNode
