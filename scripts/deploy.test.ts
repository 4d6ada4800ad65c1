import { existsSync, globSync, readFileSync } from 'node:fs'
import { KNOWLEDGE_FILE_BYTES_MAX, SOCKET_PATH } from '@ruwu/contract'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { fromRoot } from './lib/paths.mjs'

const read = (file: string) => readFileSync(fromRoot(file), 'utf8')
const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match[1] ?? '')

const settings = new Set(found(read('docs/configuration.md'), /^\| `(\w+)` \|/gm))
/** Of the containers' parts that are not ours. */
const OTHERS = new Set(['RUWU_HOST', 'POSTGRES_PASSWORD', 'NODE_ENV'])
const unknown = (names: readonly string[]) => names.filter((name) => !settings.has(name) && !OTHERS.has(name))

test.each(['deploy/ruwu.env', 'deploy/compose.env.example'])('every setting of %s exists', (file) => {
  const named = found(read(file), /^(?:# )?([A-Z_]+)=/gm)

  expect(named.length).toBeGreaterThan(5)
  expect(unknown(named)).toEqual([])
})

test.each(['start', 'backup'])('a unit runs what `npm run %s` runs', (name) => {
  const unit = read(name === 'start' ? 'deploy/ruwu.service' : 'deploy/ruwu-backup.service')
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const [command = ''] = found(unit, /^ExecStart=\/usr\/bin\/(node \S+)/gm)

  expect(command).toBe(scripts[name])
  expect(existsSync(fromRoot(command.replace('node ', '')))).toBe(true)
})

describe.each([
  ['nginx.conf', /client_max_body_size (\d+)m/],
  ['Caddyfile', /max_size (\d+)MB/],
])('%s', (file, size) => {
  const text = read(`deploy/${file}`)

  test('lets the largest upload through', () => {
    expect(Number(size.exec(text)?.[1]) * 1_000_000).toBeGreaterThan(KNOWLEDGE_FILE_BYTES_MAX + 100_000)
  })

  test('keeps the operator’s pages to the machine', () => {
    for (const page of ['metrics', 'docs', 'healthz', 'readyz']) expect(text).toMatch(new RegExp(`[/(|]${page}\\b`))
  })
})

test('nginx keeps open sockets longer than the server does', () => {
  const [, socket = ''] = read('deploy/nginx.conf').split(`location = ${SOCKET_PATH} {`)

  expect(Number(/proxy_read_timeout (\d+)s/.exec(socket)?.[1])).toBeGreaterThan(90)
})

const image = read('deploy/Containerfile')
const drainSeconds = Number(/DRAIN_SECONDS=(\d+)/.exec(image)?.[1])
/** Requests in progress when draining is over. */
const GRACE_SECONDS = 10
const scriptOf = (command: readonly string[]) => command.find((word) => /\.(ts|mjs)$/.test(word)) ?? ''

test('what git ignores of deploy/ is not in the image either', () => {
  const ignored = found(read('.gitignore'), /^\/(deploy\/\S+)$/gm)

  expect(ignored).toContain('deploy/compose.env')
  expect(read('deploy/Containerfile.dockerignore').split('\n')).toEqual(expect.arrayContaining(ignored))
})

test('the image runs the server itself, as another user than root, with settings that exist', () => {
  const command = JSON.parse(/^CMD (.*)$/m.exec(image)?.[1] ?? '[]') as string[]

  expect(command[0]).toBe('node_modules/.bin/node')
  expect(existsSync(fromRoot(scriptOf(command)))).toBe(true)
  expect(/^USER (\d+)/m.exec(image)?.[1]).not.toBe('0')
  expect(image.lastIndexOf('\nUSER ')).toBeGreaterThan(image.lastIndexOf('\nRUN '))
  expect(unknown(found(image, /\b([A-Z_]+)=\S+/g))).toEqual([])
})

describe('compose.yaml', () => {
  type Service = {
    command?: string[]
    environment?: Record<string, string>
    depends_on?: string[] | Record<string, object>
    stop_grace_period?: string
    volumes?: string[]
  }
  const { services, volumes } = parse(read('deploy/compose.yaml'), { merge: true }) as {
    services: Record<string, Service>
    volumes: Record<string, unknown>
  }
  const ours = Object.entries(services).filter(([name]) => ['migrate', 'web1', 'web2', 'worker'].includes(name))

  test('waits for and mounts only what there is', () => {
    for (const { depends_on: waited = {}, volumes: mounted = [] } of Object.values(services)) {
      for (const name of Array.isArray(waited) ? waited : Object.keys(waited)) expect(services).toHaveProperty(name)
      const places = mounted.map((mount) => mount.split(':')[0] ?? '')
      expect(places.filter((place) => !(place in volumes) && !existsSync(fromRoot(`deploy/${place}`)))).toEqual([])
    }
  })

  test('one late answer takes no node from its proxy, and one that stops is noticed while it drains', () => {
    const proxy = read('deploy/compose.Caddyfile')
    const [fails, interval] = ['fails ', 'interval '].map((name) =>
      Number.parseInt(proxy.split(`health_${name}`)[1] ?? '', 10),
    )

    expect(fails).toBeGreaterThan(1)
    expect((fails ?? 0) * (interval ?? 0)).toBeLessThan(drainSeconds)
  })

  test('nodes have settings that exist, and the time to drain', () => {
    expect(ours).toHaveLength(4)
    for (const [, { environment = {}, command, stop_grace_period: grace }] of ours) {
      expect(unknown(Object.keys(environment))).toEqual([])
      expect(Number.parseInt(grace ?? '', 10)).toBeGreaterThan(drainSeconds + GRACE_SECONDS)
      expect(existsSync(fromRoot(scriptOf(command ?? [])))).toBe(true)
    }
  })
})

type Probe = { httpGet: { path: string; port: string }; periodSeconds: number; failureThreshold: number }
type Container = {
  image: string
  command?: string[]
  env?: { name: string; value: string }[]
  envFrom: { configMapRef?: { name: string }; secretRef?: { name: string } }[]
  ports?: { name: string }[]
  startupProbe?: Probe
  livenessProbe?: Probe
  readinessProbe?: Probe
  resources: { requests: object; limits: { memory: string } }
  securityContext: { allowPrivilegeEscalation: boolean; readOnlyRootFilesystem: boolean; capabilities: object }
  volumeMounts: { name: string }[]
}
type Pod = {
  metadata?: { labels: object }
  spec: {
    containers: Container[]
    securityContext: { runAsNonRoot: boolean; runAsUser: number }
    terminationGracePeriodSeconds?: number
    volumes: { name: string }[]
  }
}
type Manifest = {
  kind: string
  metadata: { name?: string; generateName?: string }
  data?: Record<string, string>
  stringData?: Record<string, string>
  spec: { selector?: { matchLabels: object }; template?: Pod; jobTemplate?: { spec: { template: Pod } } }
}

describe('kubernetes', () => {
  const manifests = ['ruwu', 'migrate', 'backup'].flatMap((name) =>
    parseAllDocuments(read(`deploy/kubernetes/${name}.yaml`)).map((document) => document.toJS() as Manifest),
  )
  const ofKind = (kind: string) => manifests.filter((manifest) => manifest.kind === kind)
  const pods = manifests.flatMap(({ kind, spec }) => {
    const pod = spec?.template ?? spec?.jobTemplate?.spec.template
    return pod ? [{ kind, selector: spec.selector?.matchLabels, pod }] : []
  })
  const shared = ofKind('ConfigMap')[0]?.data ?? {}

  test('settings exist, and no secret is among the plain ones', () => {
    const secret = Object.keys(ofKind('Secret')[0]?.stringData ?? {})

    expect(unknown([...Object.keys(shared), ...secret])).toEqual([])
    expect(secret).toEqual(expect.arrayContaining(['SECRET_KEY', 'DATABASE_URL', 'S3_SECRET_ACCESS_KEY']))
    expect(Object.keys(shared).filter((name) => /SECRET|PASSWORD|TOKEN|_URL$/.test(name))).toEqual(['PUBLIC_URL'])
  })

  test('every process is without privileges, limited, and reads settings that are there', () => {
    expect(pods.map(({ kind }) => kind)).toEqual(['Deployment', 'Deployment', 'Job', 'CronJob'])
    for (const { pod } of pods) {
      expect(pod.spec.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 10_001 })
      for (const container of pod.spec.containers) {
        expect(container.securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        })
        expect(container.resources.limits.memory).toMatch(/Gi$/)
        expect(container.envFrom).toEqual([{ configMapRef: { name: 'ruwu' } }, { secretRef: { name: 'ruwu' } }])
        expect(unknown((container.env ?? []).map(({ name }) => name))).toEqual([])
        expect(existsSync(fromRoot(scriptOf(container.command ?? [])))).toBe(true)
        const named = new Set(pod.spec.volumes.map(({ name }) => name))
        expect(container.volumeMounts.filter(({ name }) => !named.has(name))).toEqual([])
      }
    }
  })

  test('a node is selected by its labels, probed for three things, and has the time to drain', () => {
    const drain = Number(shared.DRAIN_SECONDS)
    for (const { pod, selector } of pods.filter(({ kind }) => kind === 'Deployment')) {
      expect(pod.metadata?.labels).toEqual(selector)
      expect(pod.spec.terminationGracePeriodSeconds).toBeGreaterThan(drain + GRACE_SECONDS)
      const [{ startupProbe, livenessProbe, readinessProbe } = {} as Container] = pod.spec.containers
      expect([startupProbe, livenessProbe, readinessProbe].map((probe) => probe?.httpGet.path)).toEqual([
        '/healthz',
        '/healthz',
        '/readyz',
      ])
    }
  })

  test('one late answer takes no node away, and one that stops is noticed while it drains', () => {
    const web = pods.find(({ kind }) => kind === 'Deployment')
    const { failureThreshold = 0, periodSeconds = 0 } = web?.pod.spec.containers[0]?.readinessProbe ?? {}

    expect(failureThreshold).toBeGreaterThan(1)
    expect(failureThreshold * periodSeconds).toBeLessThan(Number(shared.DRAIN_SECONDS))
  })
})

test.each(['alerts.yaml', 'dashboard.json'])('%s asks for metrics that exist', (file) => {
  const text = read(`deploy/observability/${file}`)
  const sources = globSync('apps/server/src/**/*.ts', { cwd: fromRoot('.') })
    .map(read)
    .join('\n')
  const told = new Set(found(sources, /name: '(ruwu_\w+)'/g))
  const asked = found(text, /(ruwu_\w+)/g).map((name) => name.replace(/_(count|bucket|sum)$/, ''))

  expect(asked.length).toBeGreaterThan(5)
  expect(asked.filter((name) => !told.has(name))).toEqual([])
})
