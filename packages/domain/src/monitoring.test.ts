import { expect, test } from 'vitest'
import { shouldLoadTagManager, shouldMonitor } from './monitoring.ts'

// R121
test.each([
  ['app.example.com', 'https://m.example.com', true],
  ['app-qa.example.com', 'https://m.example.com', false],
  ['my-app-qa2.example.com', 'https://m.example.com', false],
  ['APP-QA.example.com', 'https://m.example.com', false],
  ['app.example.com', undefined, false],
  ['app.example.com', '', false],
])('%s with the address %j is monitored: %s', (host, monitoringUrl, expected) => {
  expect(shouldMonitor(host, { monitoringUrl })).toBe(expected)
})

// R121
test.each([
  ['app.example.com', 'GTM-1', 'app.example.com', true],
  ['App.Example.com', 'GTM-1', 'app.example.com', true],
  ['www.app.example.com', 'GTM-1', 'app.example.com', false],
  ['localhost', 'GTM-1', 'app.example.com', false],
  ['app.example.com', '', 'app.example.com', false],
  ['app.example.com', 'GTM-1', undefined, false],
])('%s with tag manager %j for %s loads it: %s', (host, tagManagerId, tagManagerHost, expected) => {
  expect(shouldLoadTagManager(host, { tagManagerId, tagManagerHost })).toBe(expected)
})
