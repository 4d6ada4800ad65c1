import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { NOTICES_FILE, shippedPackages, writeNotices } from './third-party-notices.ts'

test('the notices are those of the installed packages', () => {
  expect(writeNotices() === readFileSync(NOTICES_FILE, 'utf8'), 'run `npm run notices`').toBe(true)
})

/** Licences that ask for their notice at most; another one needs a decision first. */
const ACCEPTED = /^(MIT|MIT-0|ISC|0BSD|BSD|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|Zlib|CC0-1\.0|AFL-2\.1)$/

const isFine = (name: string) => ACCEPTED.test(name)

test('no package has a licence that asks for more than its notice', () => {
  const bad = shippedPackages().filter(({ license }) => {
    const names = license.replaceAll(/[()]/g, '')
    return names.includes(' OR ') ? !names.split(' OR ').some(isFine) : !names.split(' AND ').every(isFine)
  })
  expect(bad.map(({ name, license }) => `${name} ${license}`)).toEqual([])
})
