import type { MetricName } from '@ruwu/contract'
import { METRIC_CATALOGUE } from '@ruwu/domain'

/** Names and definitions of figures, for the popover of a chart. */
export const definitionsOf = (names: readonly MetricName[]) =>
  names.map((name) => ({ label: METRIC_CATALOGUE[name].label, text: METRIC_CATALOGUE[name].definition }))
