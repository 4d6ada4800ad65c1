import { METRICS, type MetricName } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { formatChange, formatMetric } from './metric-format.ts'
import { changeRate, type Counts, METRIC_CATALOGUE, metricValue, NO_COUNTS, percentile } from './metrics.ts'

test.each([
  ['talkRate', { talkCustomers: 3, enterCustomers: 4 }, 0.75],
  ['leadRate', { leadCustomers: 1, talkCustomers: 4 }, 0.25],
  ['enterLeadRate', { leadCustomers: 1, enterCustomers: 8 }, 0.125],
  ['threeSentenceRate', { threeSessions: 1, talkedSessions: 2 }, 0.5],
  ['unanswered', { endedUnanswered: 2, openUnanswered: 1 }, 3],
  ['missRate', { endedUnanswered: 2, openUnanswered: 1, talkedSessions: 6 }, 0.5],
  ['humanFirst', { humanFirstSec: 90, humanFirstSessions: 2 }, 45],
  ['rounds', { sessionTurns: 5, talkedSessions: 2 }, 2.5],
  ['pointsPerLead', { points: 30, leads: 4 }, 7.5],
  ['goodRate', { goodRatings: 1, ratings: 4 }, 0.25],
  ['sessions', {}, 0],
] as [MetricName, Partial<Counts>, number][])('%s of %o is %d', (name, counts, expected) => {
  expect(metricValue(name, { ...NO_COUNTS, ...counts })).toBe(expected)
})

// R157
test('without anything to divide by a rate or a mean is −1, shown as --', () => {
  for (const name of METRICS) {
    if (METRIC_CATALOGUE[name].per === undefined) continue
    expect(metricValue(name, NO_COUNTS)).toBe(-1)
    expect(formatMetric(name, -1)).toBe('--')
  }
})

test('every figure has a label and a definition of its own', () => {
  const labels = METRICS.map((name) => METRIC_CATALOGUE[name].label)
  expect(new Set(labels).size).toBe(METRICS.length)
  expect(METRICS.filter((name) => METRIC_CATALOGUE[name].definition === '')).toEqual([])
})

// R115
test.each([
  [110, 100, 10, '↑10%'],
  [90, 120, -25, '↓25%'],
  [5, 0, 100, '↑100%'],
  [0, 0, 0, '0%'],
  [-1, 5, null, '--'],
  [5, -1, null, '--'],
])('%d after %d is a change of %d, shown as %s', (value, base, expected, shown) => {
  expect(changeRate(value, base)).toBe(expected)
  expect(formatChange(changeRate(value, base))).toBe(shown)
})

test.each([
  [[], 0.5, -1],
  [[7], 0.9, 7],
  [[1, 2, 3, 4], 0.5, 2],
  [[5, 1, 3], 0.5, 3],
  [[10, 20, 30, 40, 50, 60, 70, 80, 90, 100], 0.9, 90],
  [[10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110], 0.9, 100],
])('of %o the value of rank %d is %d', (values, share, expected) => {
  expect(percentile(values, share)).toBe(expected)
})

test.each([
  ['humanFirst', 75, '1分15秒'],
  ['talkRate', 0.7419, '74.19%'],
  ['sessions', 12345, '12,345'],
  ['pointsPerLead', 7.5, '7.5'],
] as [MetricName, number, string][])('%s %d is shown as %s', (name, value, shown) => {
  expect(formatMetric(name, value)).toBe(shown)
})
