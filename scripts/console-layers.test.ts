import { expect, test } from 'vitest'
import { consoleComplaint } from './lib/console-layers.mjs'

const at = (file: string) => `apps/console/src/${file}`

test.each([
  ['session/session-end.ts', '../monitoring/monitoring.ts'],
  ['api/call.ts', '../session/session.ts'],
  ['features/agent/agent-page.tsx', '../../list/list-foot.tsx'],
  ['features/agent/agent-page.tsx', '../permission/index.ts'],
  ['features/workbench/list/list-pane/list-pane.tsx', '../../texts.ts'],
  ['shell/frame.tsx', '../features/points/index.ts'],
  ['shell/dispatch-events.ts', '../features/knowledge/knowledge.events.ts'],
  ['routes.tsx', './features/home/home-page.tsx'],
  ['routes.tsx', './shell/shell.tsx'],
  ['main.tsx', './app.tsx'],
  ['api/create-call.test.ts', '../testing/fake-server.ts'],
  ['testing/render.tsx', '../features/permission/permission.queries.ts'],
])('%s may import %s', (file, specifier) => {
  expect(consoleComplaint(at(file), specifier)).toBeUndefined()
})

test.each([
  // Against the layer order.
  ['realtime/realtime.ts', '../features/workbench/index.ts'],
  ['notify/notify.ts', '../features/enterprise/index.ts'],
  ['session/session.ts', '../api/call.ts'],
  ['list/list-foot.tsx', '../form/field.tsx'],
  ['features/auth/login-page.tsx', '../../shell/shell.tsx'],
  ['shell/shell.tsx', '../routes.tsx'],
  // A folder without a layer.
  ['features/agent/agent-page.tsx', '../../helpers/text.ts'],
  ['helpers/text.ts', '../browser/storage.ts'],
  // Past a feature's index.ts.
  ['shell/frame.tsx', '../features/points/points-gate.tsx'],
  ['shell/nav-items.tsx', '../features/workbench/customer/customer.queries.ts'],
  ['routes.tsx', './features/knowledge/knowledge.events.ts'],
  ['routes.tsx', './features/agent/components/agent-panel.tsx'],
])('%s may not import %s', (file, specifier) => {
  expect(consoleComplaint(at(file), specifier)).toBeTypeOf('string')
})
