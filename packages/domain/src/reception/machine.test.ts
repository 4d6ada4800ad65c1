import type { AgentId } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { changeReception } from './machine.ts'
import type { BareCustomerEvent, ReceptionCause, ReceptionState } from './reception-state.ts'
import type { Reception, StartingSituation } from './starting-reception.ts'

const LIN = 'a1' as AgentId
const WEI = 'a2' as AgentId
const lin = { operatorId: LIN, operatorName: '林小满' }
const SOON = new Date('2026-03-16T02:30:00.000Z')
const LATER = new Date('2026-03-16T03:00:00.000Z')

const hosted: ReceptionState = {
  receptionType: 'ai_agent',
  receptionEpoch: 4,
  aiOffReason: null,
  autoEnableAt: null,
  agentId: LIN,
  archive: false,
}
const manual = (aiOffReason: ReceptionState['aiOffReason'], rest: Partial<ReceptionState> = {}): ReceptionState => ({
  ...hosted,
  receptionType: 'manual',
  aiOffReason,
  ...rest,
})
const flowing: ReceptionState = { ...hosted, receptionType: 'workflow', aiOffReason: 'schedule' }

const byAi: Reception = { receptionType: 'ai_agent', aiOffReason: null }
const byFlow: Reception = { receptionType: 'workflow', aiOffReason: 'schedule' }
const byPeople: Reception = { receptionType: 'manual', aiOffReason: 'schedule' }
const withoutPoints: Reception = { receptionType: 'manual', aiOffReason: 'points' }

const ready: StartingSituation = { accountMode: 'open', planMode: 'ai_agent', isAvailable: true, isPublished: true }

type Expected = {
  state?: Partial<ReceptionState>
  /** Names of the events, with what they say. */
  events?: string[]
  lines?: string[]
  hint?: string | null
}

/** What an event says beyond its name. */
function detailOf(event: BareCustomerEvent): string {
  if ('enableAi' in event) return ` ${event.enableAi}`
  if ('enableWorkflow' in event) return ` ${event.enableWorkflow}`
  if ('archive' in event) return ` ${event.archive}`
  if ('aiOffReason' in event) return ` ${event.aiOffReason} ${event.autoEnableAt}`
  if ('changed' in event) return ` ${JSON.stringify(event.changed)}`
  return 'fromAgentId' in event ? ` ${event.fromAgentId}→${event.agentId} ${event.reason} ${event.note}` : ''
}

function told(state: ReceptionState, cause: ReceptionCause) {
  const { events, lines, ...rest } = changeReception(state, cause)
  return {
    ...rest,
    lines: lines.map(({ text }) => text),
    events: events.map((event) => `${event.type}${detailOf(event)}`),
  }
}

// R36, R37, R38, R40
test.each<[string, ReceptionState, ReceptionCause, Expected]>([
  [
    'T2 from the AI to people',
    hosted,
    { kind: 'new_session', starting: byPeople },
    { state: byPeople, events: ['cus_auto_disable_ai schedule null'], lines: ['新会话，由人工接待'] },
  ],
  [
    'T2 from people to the AI, out of the archive',
    manual('handoff', { archive: true, autoEnableAt: SOON }),
    { kind: 'new_session', starting: byAi },
    {
      state: { ...byAi, archive: false, autoEnableAt: null },
      events: ['cus_change_archive false', 'cus_delay_auto_enable_ai'],
      lines: ['新会话，由 AI 接待'],
    },
  ],
  [
    'T2 from the AI to a workflow: the leaving one first',
    hosted,
    { kind: 'new_session', starting: byFlow },
    {
      state: byFlow,
      events: ['cus_auto_disable_ai schedule null', 'cus_change_enable_workflow true'],
      lines: ['新会话，由工作流接待'],
    },
  ],
  [
    'T2 from a workflow to the AI: the leaving one first',
    flowing,
    { kind: 'new_session', starting: byAi },
    {
      state: byAi,
      events: ['cus_change_enable_workflow false', 'cus_delay_auto_enable_ai'],
      lines: ['新会话，由 AI 接待'],
    },
  ],
  [
    'T2 stays with people for another reason',
    manual('human_reply', { autoEnableAt: SOON }),
    { kind: 'new_session', starting: byPeople },
    {
      state: { ...byPeople, autoEnableAt: null },
      events: ['agent_update_customer_info {"aiOffReason":"schedule","autoEnableAt":null}'],
    },
  ],
  [
    'T2 keeps what a person switched, but leaves the archive',
    manual('agent_toggle', { archive: true }),
    { kind: 'new_session', starting: byAi },
    { state: { archive: false, aiOffReason: 'agent_toggle' }, events: ['cus_change_archive false'] },
  ],
  [
    'T3 from people',
    manual('agent_toggle'),
    { kind: 'ai_on', ...lin },
    { state: byAi, events: ['cus_change_enable_ai true'], lines: ['AI 托管已开启：林小满 手动开启'] },
  ],
  [
    'T3 from a workflow',
    flowing,
    { kind: 'ai_on', ...lin },
    { state: byAi, events: ['cus_change_enable_ai true'], lines: ['AI 托管已开启：林小满 手动开启'] },
  ],
  [
    'T3 ends the waiting for a return',
    manual('human_reply', { autoEnableAt: SOON }),
    { kind: 'ai_on', ...lin },
    {
      state: { ...byAi, autoEnableAt: null },
      events: ['cus_change_enable_ai true'],
      lines: ['AI 托管已开启：林小满 手动开启'],
    },
  ],
  [
    'T4',
    hosted,
    { kind: 'ai_off', ...lin },
    {
      state: { receptionType: 'manual', aiOffReason: 'agent_toggle' },
      events: ['cus_change_enable_ai false'],
      lines: ['AI 托管已关闭：林小满 手动关闭'],
    },
  ],
  [
    'T5 from the AI, nobody’s customer, in the console',
    { ...hosted, agentId: null },
    { kind: 'human_send', sender: { agentId: LIN, agentName: '林小满' }, returnAt: SOON },
    {
      state: { receptionType: 'manual', aiOffReason: 'human_reply', autoEnableAt: SOON, agentId: LIN },
      events: [`cus_auto_disable_ai human_reply ${SOON.toISOString()}`, 'rec_cus null→a1 reply null'],
      lines: ['AI 托管已关闭：人工回复', '林小满 接待了该客户'],
    },
  ],
  [
    'T5 in the platform’s app: nobody receives',
    { ...hosted, agentId: null },
    { kind: 'human_send', sender: null, returnAt: null },
    {
      state: { receptionType: 'manual', aiOffReason: 'human_reply', agentId: null },
      events: ['cus_auto_disable_ai human_reply null'],
      lines: ['AI 托管已关闭：人工回复'],
    },
  ],
  [
    'T5 from a workflow',
    flowing,
    { kind: 'human_send', sender: { agentId: LIN, agentName: '林小满' }, returnAt: SOON },
    {
      state: { receptionType: 'manual', aiOffReason: 'human_reply', autoEnableAt: SOON },
      events: ['cus_change_enable_workflow false'],
      lines: ['工作流已结束：人工回复'],
    },
  ],
  ...(['schedule', 'points'] as const).map((reason): [string, ReceptionState, ReceptionCause, Expected] => [
    `T5b ${reason} becomes human_reply`,
    manual(reason),
    { kind: 'human_send', sender: { agentId: LIN, agentName: '林小满' }, returnAt: SOON },
    {
      state: { aiOffReason: 'human_reply', autoEnableAt: SOON },
      events: [`agent_update_customer_info {"aiOffReason":"human_reply","autoEnableAt":"${SOON.toISOString()}"}`],
    },
  ]),
  ...(['handoff', 'error', 'human_reply'] as const).map(
    (reason): [string, ReceptionState, ReceptionCause, Expected] => [
      `T5b ${reason} is kept, and the return moves`,
      manual(reason, { autoEnableAt: SOON }),
      { kind: 'human_send', sender: { agentId: LIN, agentName: '林小满' }, returnAt: LATER },
      {
        state: { aiOffReason: reason, autoEnableAt: LATER },
        events: [`agent_update_customer_info {"aiOffReason":"${reason}","autoEnableAt":"${LATER.toISOString()}"}`],
      },
    ],
  ),
  [
    'T5b nobody’s customer is received by the sender',
    manual('agent_toggle', { agentId: null }),
    { kind: 'human_send', sender: { agentId: LIN, agentName: '林小满' }, returnAt: SOON },
    {
      state: { agentId: LIN, aiOffReason: 'agent_toggle', autoEnableAt: null },
      events: ['rec_cus null→a1 reply null'],
      lines: ['林小满 接待了该客户'],
    },
  ],
  [
    'T6',
    hosted,
    { kind: 'handoff', why: '客户询问检测报告' },
    {
      state: { receptionType: 'manual', aiOffReason: 'handoff', autoEnableAt: null },
      events: ['cus_auto_disable_ai handoff null'],
      lines: ['AI 转人工：客户询问检测报告'],
      hint: 'handoff',
    },
  ],
  [
    'T7',
    hosted,
    { kind: 'ai_error' },
    {
      state: { receptionType: 'manual', aiOffReason: 'error' },
      events: ['cus_auto_disable_ai error null'],
      lines: ['AI 托管已关闭：AI 异常'],
      hint: 'handoff',
    },
  ],
  [
    'T8 with an open session',
    hosted,
    { kind: 'points_out', hasOpenSession: true, isDailyLimit: false },
    {
      state: withoutPoints,
      events: ['cus_auto_disable_ai points null'],
      lines: ['AI 托管已关闭：积分用尽'],
    },
  ],
  [
    'T8 without one nobody is told',
    hosted,
    { kind: 'points_out', hasOpenSession: false, isDailyLimit: false },
    { state: withoutPoints, lines: ['AI 托管已关闭：积分用尽'] },
  ],
  [
    'T8 for the rest of the day',
    hosted,
    { kind: 'points_out', hasOpenSession: true, isDailyLimit: true },
    {
      state: withoutPoints,
      events: ['cus_auto_disable_ai points null'],
      lines: ['AI 托管已关闭：已达每日上限'],
    },
  ],
  [
    'T8 of a suspended enterprise',
    hosted,
    { kind: 'points_out', hasOpenSession: false, isDailyLimit: true, isSuspended: true },
    { state: withoutPoints, lines: ['AI 托管已关闭：企业已暂停使用'] },
  ],
  [
    'T9',
    manual('points'),
    { kind: 'points_back' },
    { state: byAi, events: ['cus_delay_auto_enable_ai'], lines: ['AI 托管已恢复：积分可用'] },
  ],
  [
    'T10 the AI is back',
    manual('human_reply', { autoEnableAt: SOON }),
    { kind: 'auto_return', starting: byAi },
    { state: { ...byAi, autoEnableAt: null }, events: ['cus_delay_auto_enable_ai'], lines: ['AI 托管已恢复'] },
  ],
  ...[byPeople, byFlow, withoutPoints].map((starting): [string, ReceptionState, ReceptionCause, Expected] => [
    `T10 stays with people when a session would start as ${starting.receptionType} ${starting.aiOffReason}`,
    manual('handoff', { autoEnableAt: SOON }),
    { kind: 'auto_return', starting },
    {
      state: { ...byPeople, autoEnableAt: null },
      events: ['agent_update_customer_info {"aiOffReason":"schedule","autoEnableAt":null}'],
      lines: ['AI 托管未恢复：当前时段由人工接待'],
    },
  ]),
  [
    'T11 without an event of its own',
    hosted,
    { kind: 'channel_off' },
    {
      state: { receptionType: 'manual', aiOffReason: 'channel_off' },
      lines: ['AI 托管已关闭：账号切换为工作流/人工接待'],
    },
  ],
  [
    'T12 without an event of its own',
    manual('channel_off'),
    { kind: 'channel_on' },
    { state: byAi, lines: ['AI 托管已开启：账号切换为 AI 托管'] },
  ],
  ...(['channel_off', 'schedule'] as const).map((reason): [string, ReceptionState, ReceptionCause, Expected] => [
    `T13 after ${reason}`,
    manual(reason),
    { kind: 'locate', situation: ready, operatorId: LIN },
    { state: byAi, events: ['cus_change_enable_ai true'], lines: ['AI 托管已恢复'] },
  ]),
  [
    'T13 after channel_off, whatever the plan says',
    manual('channel_off'),
    { kind: 'locate', situation: { ...ready, planMode: 'manual' }, operatorId: LIN },
    { state: byAi, events: ['cus_change_enable_ai true'], lines: ['AI 托管已恢复'] },
  ],
  ...[hosted, manual('agent_toggle'), manual('human_reply', { autoEnableAt: SOON })].map(
    (state): [string, ReceptionState, ReceptionCause, Expected] => [
      `T14 on from ${state.receptionType} ${state.aiOffReason}`,
      state,
      { kind: 'workflow_on', ...lin },
      {
        state: { ...byFlow, autoEnableAt: null },
        events: ['cus_change_enable_workflow true'],
        lines: ['工作流已开启：林小满 手动开启'],
      },
    ],
  ),
  [
    'T14 off',
    flowing,
    { kind: 'workflow_off', ...lin },
    {
      state: { receptionType: 'manual', aiOffReason: 'agent_toggle' },
      events: ['cus_change_enable_workflow false'],
      lines: ['工作流已结束：林小满 手动关闭'],
    },
  ],
  [
    'T15 转人工',
    flowing,
    { kind: 'workflow_end', outcome: 'handoff', starting: byAi },
    {
      state: { receptionType: 'manual', aiOffReason: 'handoff' },
      events: ['cus_change_enable_workflow false'],
      lines: ['工作流已结束：转人工'],
      hint: 'handoff',
    },
  ],
  [
    'T15 fails',
    flowing,
    { kind: 'workflow_end', outcome: 'error', starting: byAi },
    {
      state: { receptionType: 'manual', aiOffReason: 'error' },
      events: ['cus_change_enable_workflow false'],
      lines: ['工作流已结束：运行异常'],
      hint: 'handoff',
    },
  ],
  [
    'T15 结束, and the AI receives by plan',
    flowing,
    { kind: 'workflow_end', outcome: 'end', starting: byAi },
    {
      state: byAi,
      events: ['cus_change_enable_workflow false', 'cus_delay_auto_enable_ai'],
      lines: ['工作流已结束'],
    },
  ],
  [
    'T15 结束 never begins the workflow again',
    flowing,
    { kind: 'workflow_end', outcome: 'end', starting: byFlow },
    { state: byPeople, events: ['cus_change_enable_workflow false'], lines: ['工作流已结束'] },
  ],
  [
    'T14 by its trigger, from the AI: the leaving one first',
    hosted,
    { kind: 'workflow_start', flowName: '引导', hasHumanReply: false },
    {
      state: byFlow,
      events: ['cus_auto_disable_ai schedule null', 'cus_change_enable_workflow true'],
      lines: ['工作流「引导」已开始'],
    },
  ],
  [
    'T14 by its trigger, from people who were not asked for',
    manual('points', { agentId: null }),
    { kind: 'workflow_start', flowName: '引导', hasHumanReply: false },
    { state: byFlow, events: ['cus_change_enable_workflow true'], lines: ['工作流「引导」已开始'] },
  ],
  [
    'T16 from the AI to people',
    hosted,
    { kind: 'period_change', starting: byPeople },
    { state: byPeople, events: ['cus_auto_disable_ai schedule null'], lines: ['接待方案切换，由人工接待'] },
  ],
  [
    'T16 from people to the AI',
    manual('schedule'),
    { kind: 'period_change', starting: byAi },
    { state: byAi, events: ['cus_delay_auto_enable_ai'], lines: ['接待方案切换，由 AI 接待'] },
  ],
  [
    'T16 from a workflow to the AI',
    flowing,
    { kind: 'period_change', starting: byAi },
    {
      state: byAi,
      events: ['cus_change_enable_workflow false', 'cus_delay_auto_enable_ai'],
      lines: ['接待方案切换，由 AI 接待'],
    },
  ],
  [
    'T17 by oneself',
    { ...hosted, agentId: null },
    { kind: 'receive', agentId: LIN, agentName: '林小满', reason: 'claim', operatorId: LIN },
    { state: { agentId: LIN }, events: ['rec_cus null→a1 claim null'], lines: ['林小满 接待了该客户'] },
  ],
  [
    'T17 by assignment',
    manual('handoff', { agentId: null }),
    { kind: 'receive', agentId: WEI, agentName: '周野', reason: 'auto', operatorId: null },
    { state: { agentId: WEI }, events: ['rec_cus null→a2 auto null'], lines: ['该客户已自动分配给 周野'] },
  ],
  [
    'T18 by a person',
    hosted,
    { kind: 'release', agentName: '周野', reason: 'release', operatorId: WEI },
    { state: { agentId: null }, events: ['rel_cus a1→null release null'], lines: ['周野 释放了该客户'] },
  ],
  [
    'T18 because the owner let the customer wait',
    manual('handoff'),
    { kind: 'release', agentName: '林小满', reason: 'timeout', operatorId: null },
    {
      state: { agentId: null },
      events: ['rel_cus a1→null timeout null'],
      lines: ['林小满 超时未回复，该客户已放回未分配'],
      hint: 'timeout_return',
    },
  ],
  [
    'T19 to a colleague',
    hosted,
    { kind: 'redirect', agentId: WEI, agentName: '周野', reason: '下班交接', note: '明早回访', ...lin },
    {
      state: { agentId: WEI },
      events: ['redirect_cus a1→a2 下班交接 明早回访'],
      lines: ['林小满 将该客户转接给 周野：下班交接'],
      hint: 'transferred',
    },
  ],
  [
    'T19 to oneself',
    manual('handoff', { agentId: WEI }),
    { kind: 'redirect', agentId: LIN, agentName: '林小满', reason: '其它', ...lin },
    {
      state: { agentId: LIN },
      events: ['redirect_cus a2→a1 其它 null'],
      lines: ['林小满 将该客户转接给自己：其它'],
    },
  ],
  [
    'T20 归档 keeps the owner and the reception',
    manual('human_reply', { autoEnableAt: SOON }),
    { kind: 'archive', archive: true, ...lin },
    {
      state: { archive: true, agentId: LIN, autoEnableAt: SOON },
      events: ['cus_change_archive true'],
      lines: ['林小满 归档了该客户'],
    },
  ],
  [
    'T20 取消归档',
    { ...hosted, archive: true },
    { kind: 'archive', archive: false, ...lin },
    { state: { archive: false }, events: ['cus_change_archive false'], lines: ['林小满 取消了归档'] },
  ],
  [
    '不再恢复',
    manual('human_reply', { autoEnableAt: SOON }),
    { kind: 'no_return', ...lin },
    {
      state: { aiOffReason: 'agent_toggle', autoEnableAt: null },
      events: ['agent_update_customer_info {"aiOffReason":"agent_toggle","autoEnableAt":null}'],
      lines: ['AI 托管不再自动恢复：林小满 取消'],
    },
  ],
])('%s', (_name, state, cause, expected) => {
  const after = { ...state, ...expected.state }
  const isOther = after.receptionType !== state.receptionType

  expect(told(state, cause)).toEqual({
    state: { ...after, receptionEpoch: state.receptionEpoch + (isOther ? 1 : 0) },
    events: expected.events ?? [],
    lines: expected.lines ?? [],
    hint: expected.hint ?? null,
    hasChanged: true,
  })
})

test.each<[string, ReceptionState, ReceptionCause]>([
  ['T2 as it was', manual('schedule'), { kind: 'new_session', starting: byPeople }],
  ['T2 after a person’s switch', manual('agent_toggle'), { kind: 'new_session', starting: byAi }],
  ['T3 while on', hosted, { kind: 'ai_on', ...lin }],
  ['T4 while people receive', manual('human_reply'), { kind: 'ai_off', ...lin }],
  ['T4 in a workflow', flowing, { kind: 'ai_off', ...lin }],
  ...(['agent_toggle', 'channel_off'] as const).map((reason): [string, ReceptionState, ReceptionCause] => [
    `T5b after ${reason}`,
    manual(reason),
    { kind: 'human_send', sender: { agentId: LIN, agentName: '林小满' }, returnAt: SOON },
  ]),
  [
    'T5b at the very same time',
    manual('human_reply', { autoEnableAt: SOON }),
    { kind: 'human_send', sender: { agentId: LIN, agentName: '林小满' }, returnAt: new Date(SOON) },
  ],
  ['T6 while people receive', manual('human_reply'), { kind: 'handoff', why: '' }],
  ['T6 in a workflow', flowing, { kind: 'handoff', why: '' }],
  ['T7 while people receive', manual('human_reply'), { kind: 'ai_error' }],
  ['T8 while people receive', manual('schedule'), { kind: 'points_out', hasOpenSession: true, isDailyLimit: false }],
  ['T9 for another reason', manual('human_reply'), { kind: 'points_back' }],
  ['T9 while the AI receives', hosted, { kind: 'points_back' }],
  ['T10 without a time', manual('handoff'), { kind: 'auto_return', starting: byAi }],
  ['T10 after 不再恢复', manual('agent_toggle'), { kind: 'auto_return', starting: byAi }],
  ['T11 while people receive', manual('schedule'), { kind: 'channel_off' }],
  ['T11 in a workflow', flowing, { kind: 'channel_off' }],
  ['T12 for another reason', manual('agent_toggle'), { kind: 'channel_on' }],
  ['T13 while the AI receives', hosted, { kind: 'locate', situation: ready, operatorId: LIN }],
  ['T13 after a person’s switch', manual('agent_toggle'), { kind: 'locate', situation: ready, operatorId: LIN }],
  ['T13 in a workflow', flowing, { kind: 'locate', situation: ready, operatorId: LIN }],
  [
    'T13 with the account switched off',
    manual('channel_off'),
    { kind: 'locate', situation: { ...ready, accountMode: 'close' }, operatorId: LIN },
  ],
  [
    'T13 while the plan wants people',
    manual('schedule'),
    { kind: 'locate', situation: { ...ready, planMode: 'manual' }, operatorId: LIN },
  ],
  [
    'T13 without points',
    manual('channel_off'),
    { kind: 'locate', situation: { ...ready, isAvailable: false }, operatorId: LIN },
  ],
  [
    'T13 without a published AI',
    manual('schedule'),
    { kind: 'locate', situation: { ...ready, isPublished: false }, operatorId: LIN },
  ],
  ['T14 on while on', flowing, { kind: 'workflow_on', ...lin }],
  ['T14 by its trigger while on', flowing, { kind: 'workflow_start', flowName: '引导', hasHumanReply: false }],
  [
    'T14 by its trigger while an agent answers',
    manual('human_reply'),
    { kind: 'workflow_start', flowName: '引导', hasHumanReply: false },
  ],
  [
    'T14 by its trigger while an agent writes to customers of an account that is off',
    manual('channel_off', { agentId: null }),
    { kind: 'workflow_start', flowName: '引导', hasHumanReply: true },
  ],
  [
    'T14 by its trigger while an agent has the customer',
    manual('schedule'),
    { kind: 'workflow_start', flowName: '引导', hasHumanReply: false },
  ],
  [
    'T14 by its trigger after a handoff',
    manual('handoff'),
    { kind: 'workflow_start', flowName: '引导', hasHumanReply: false },
  ],
  [
    'T14 by its trigger after an agent’s switch',
    manual('agent_toggle'),
    { kind: 'workflow_start', flowName: '引导', hasHumanReply: false },
  ],
  ['T14 off while off', manual('schedule'), { kind: 'workflow_off', ...lin }],
  ['T15 without a workflow', hosted, { kind: 'workflow_end', outcome: 'handoff', starting: byAi }],
  ['T16 the same mode', hosted, { kind: 'period_change', starting: byAi }],
  ['T16 for another reason', manual('human_reply'), { kind: 'period_change', starting: byAi }],
  ['T16 an AI that cannot answer', hosted, { kind: 'period_change', starting: withoutPoints }],
  ['T17 one’s own', hosted, { kind: 'receive', agentId: LIN, agentName: '林小满', reason: 'claim', operatorId: LIN }],
  ['T17 a colleague’s', hosted, { kind: 'receive', agentId: WEI, agentName: '周野', reason: 'claim', operatorId: WEI }],
  [
    'T18 nobody’s',
    { ...hosted, agentId: null },
    { kind: 'release', agentName: '林小满', reason: 'release', operatorId: LIN },
  ],
  [
    'T19 to the owner',
    hosted,
    { kind: 'redirect', agentId: LIN, agentName: '林小满', reason: '其它', operatorId: WEI, operatorName: '周野' },
  ],
  ['T20 archived already', { ...hosted, archive: true }, { kind: 'archive', archive: true, ...lin }],
  ['T20 not archived', hosted, { kind: 'archive', archive: false, ...lin }],
  ['不再恢复 while the AI receives', hosted, { kind: 'no_return', ...lin }],
  ['不再恢复 for a reason without a return', manual('channel_off'), { kind: 'no_return', ...lin }],
])('%s changes nothing', (_name, state, cause) => {
  expect(changeReception(state, cause)).toEqual({ state, events: [], lines: [], hint: null, hasChanged: false })
})

test.each<[string, ReceptionState, ReceptionCause, (AgentId | null)[]]>([
  ['the agent who switched', hosted, { kind: 'ai_off', ...lin }, [LIN]],
  ['the system', hosted, { kind: 'handoff', why: '' }, [null]],
  ['whoever opened the customer', manual('schedule'), { kind: 'locate', situation: ready, operatorId: WEI }, [WEI]],
  [
    'the sender, twice',
    { ...hosted, agentId: null },
    { kind: 'human_send', sender: { agentId: WEI, agentName: '周野' }, returnAt: null },
    [WEI, WEI],
  ],
  ['nobody of ours', hosted, { kind: 'human_send', sender: null, returnAt: null }, [null]],
])('the events name %s', (_name, state, cause, operators) => {
  expect(changeReception(state, cause).events.map(({ operatorId }) => operatorId)).toEqual(operators)
})
