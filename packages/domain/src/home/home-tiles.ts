import type { MetricName } from '@ruwu/contract'

/** 概览 of /home. */
export const HOME_TILES = [
  'enterCustomers',
  'talkCustomers',
  'talkRate',
  'leadCustomers',
  'leadRate',
  'humanFirstMedian',
  'aiShare',
  'unanswered',
] as const satisfies readonly MetricName[]
