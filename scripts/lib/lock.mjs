import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { artifacts } from './paths.mjs'
import { say } from './progress.mjs'

/** Pids come round again; together with the start time they do not. */
function identity(pid) {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return `${pid} ${line.slice(line.lastIndexOf(')') + 2).split(' ')[19]}`
  } catch {
    return `${pid} -`
  }
}

/** One line per process: the owner, and a child that would work on if its owner were killed. */
const isHeld = (content) => content.split('\n').some(isAlive)

function isAlive(owner) {
  const pid = Number(owner.split(' ')[0])
  if (!pid || identity(pid) !== owner) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

const read = (file) => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** A hard link appears with its content or not at all, so no process reads an empty lock. */
function tryTake(file, me) {
  const own = `${file}.${process.pid}`
  writeFileSync(own, me)
  try {
    linkSync(own, file)
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    return false
  } finally {
    rmSync(own, { force: true })
  }
}

function discard(file, owner) {
  const aside = `${file}.stale-${process.pid}`
  try {
    renameSync(file, aside)
    // Another process replaced the stale lock between our read and our rename: restore its lock.
    if (read(aside) !== owner) linkSync(aside, file)
  } catch {
    // Gone already.
  }
  rmSync(aside, { force: true })
}

/** Runs the body while no other process of this checkout runs one under the same name. */
export async function withLock(name, purpose, body) {
  mkdirSync(artifacts, { recursive: true })
  const file = path.join(artifacts, `${name}.lock`)
  const me = identity(process.pid)
  let told = ''
  while (!tryTake(file, me)) {
    const owner = read(file)
    if (owner && !isHeld(owner)) {
      discard(file, owner)
      continue
    }
    if (owner && owner !== told) say(`另一个进程（PID ${owner.split(' ')[0]}）正在${purpose}，等待它完成`)
    told = owner
    await sleep(200)
  }
  try {
    return await body((pid) => {
      const own = `${file}.${process.pid}`
      writeFileSync(own, `${me}\n${identity(pid)}`)
      renameSync(own, file)
    })
  } finally {
    rmSync(file, { force: true })
  }
}
