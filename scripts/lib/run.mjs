import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { root } from './paths.mjs'

const codeOf = (code, signal) => code ?? 128 + (constants.signals[signal] ?? 0)

/** Runs a command with our own input and output, and answers its exit code. */
export function stream(command, args, { onStart, ...options } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options })
    if (child.pid) onStart?.(child.pid)
    const pass = (signal) => child.kill(signal)
    process.on('SIGTERM', pass)
    child.once('error', reject)
    child.once('close', (code, signal) => {
      process.off('SIGTERM', pass)
      resolve(codeOf(code, signal))
    })
  })
}

/** Runs a command quietly and answers its exit code and all it printed. Ended ourselves, we end it first. */
export function capture(command, args, { onStart, ...options } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], ...options })
    if (child.pid) onStart?.(child.pid)
    let output = ''
    child.stdout.on('data', (chunk) => (output += chunk))
    child.stderr.on('data', (chunk) => (output += chunk))
    const release = onEnd((signal) => {
      child.once('close', () => process.exit(codeOf(null, signal)))
      child.kill(signal)
    })
    child.once('error', (error) => resolve({ code: 127, output: output + error.message }))
    child.once('close', (code, signal) => {
      release()
      resolve({ code: codeOf(code, signal), output })
    })
  })
}

/** Compilers name the cause first, installers last. */
export const head = (output, lines = 15) => output.trim().split('\n').slice(0, lines).join('\n')
export const tail = (output, lines = 15) => output.trimEnd().split('\n').slice(-lines).join('\n')

const PARENT = process.ppid
const ENDS = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** Calls `act` when this process is to end; the answer removes the listeners. */
function onEnd(act) {
  for (const signal of ENDS) process.on(signal, act)
  // A signal to npm ends the shell between npm and us, but is not passed on to us.
  const timer = setInterval(() => {
    if (!process.env.npm_lifecycle_event || process.ppid === PARENT) return
    clearInterval(timer)
    act('SIGTERM')
  }, 300)
  timer.unref()
  return () => {
    clearInterval(timer)
    for (const signal of ENDS) process.off(signal, act)
  }
}

/**
 * Runs a long-lived server until it ends. It gets a session of its own, so that Ctrl-C, which the terminal sends
 * to the whole process group and npm repeats, reaches it exactly once; a later second one means that waiting is over.
 */
export function runUntilStopped(commands) {
  const children = commands.map(({ command, args, ...options }) =>
    spawn(command, args, { cwd: root, stdio: 'inherit', detached: true, ...options }),
  )
  let stoppedAt = 0
  const stop = (signal) => {
    if (stoppedAt && Date.now() - stoppedAt < 1000) return
    const name = stoppedAt ? 'SIGKILL' : signal === 'SIGHUP' ? 'SIGTERM' : signal
    stoppedAt = Date.now()
    for (const child of children) child.kill(name)
  }
  onEnd(stop)
  const ends = children.map(
    (child) =>
      new Promise((resolve, reject) => {
        child.once('error', reject)
        child.once('close', (code, signal) => {
          // One that ends takes the others along.
          stoppedAt ||= Date.now()
          for (const other of children) if (other.exitCode === null) other.kill('SIGTERM')
          resolve(codeOf(code, signal))
        })
      }),
  )
  return Promise.all(ends).then((codes) => codes[0])
}
