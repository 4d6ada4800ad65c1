import type { MetricName } from '@ruwu/contract'

/** Figures of each tab's tiles and lines. */
export const OVERVIEW_TILES = [
  'enterCustomers',
  'newCustomers',
  'sessions',
  'talkRate',
  'validSessions',
  'leadCustomers',
  'leadRate',
  'enterLeadRate',
] as const satisfies readonly MetricName[]
export const OVERVIEW_SERIES = [
  'enterCustomers',
  'talkCustomers',
  'leadCustomers',
] as const satisfies readonly MetricName[]
export const FUNNEL = [
  'enterCustomers',
  'talkCustomers',
  'validSessions',
  'leadCustomers',
  'cardResponders',
] as const satisfies readonly MetricName[]
export const RECEPTION_TILES = [
  'humanFirst',
  'humanFirstMedian',
  'humanFirstP90',
  'aiFirst',
  'humanResponse',
  'aiResponse',
  'replyIn30s',
  'replyIn1m',
  'replyIn3m',
  'unanswered',
  'missRate',
  'sessionLength',
  'rounds',
] as const satisfies readonly MetricName[]
export const RECEPTION_SERIES = [
  'humanFirstMedian',
  'humanResponse',
  'replyIn3m',
] as const satisfies readonly MetricName[]
export const AI_TILES = [
  'aiSessions',
  'aiShare',
  'aiAloneRate',
  'handoffRate',
  'hitRate',
  'misses',
  'goodRate',
  'badRate',
  'suggestionRate',
  'aiLeadShare',
  'wakeRate',
  'savedLeads',
  'pointsUsed',
  'pointsPerSession',
  'pointsPerLead',
] as const satisfies readonly MetricName[]
export const AI_SERIES = ['aiSessions', 'aiAloneRate', 'handoffRate'] as const satisfies readonly MetricName[]
export const AGENT_SERIES = [
  'sessions',
  'replies',
  'humanFirstMedian',
  'replyIn3m',
] as const satisfies readonly MetricName[]
export const TAG_TILES = ['enterCustomers', 'leadCustomers'] as const satisfies readonly MetricName[]
