import { customerApi, customerSettingApi, type FieldId, type NewField } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { answerForRival } from '../testing/tenant-isolation.ts'
import { workbenchWorld } from '../testing/workbench-world.ts'

const rules = { options: [], required: false, inList: true, sensitive: false, aiFill: false, enabled: true }

async function listedWorld() {
  const here = await workbenchWorld()
  const customerId = await here.write('小满', '在吗')
  const create = (name: string, part: Partial<NewField> = {}) =>
    here.zhao.call(customerSettingApi.createField, { body: { ...rules, name, type: 'text', ...part } })
  const fill = (fields: Record<FieldId, string>) => here.lin.call(customerApi.update, { body: { customerId, fields } })
  const asked = { body: { customerIds: [customerId] } }
  return { ...here, customerId, create, fill, asked }
}

test('the list shows the enabled fields marked for it, and no others', async () => {
  const { lin, zhao, customerId, create, fill, asked } = await listedWorld()
  expect(await lin.call(customerApi.listedFields, asked)).toEqual([])
  const rooms = await create('户型')
  const note = await create('喜好', { inList: false })
  const area = await create('面积')
  await fill({ [rooms.id]: '三房', [note.id]: '安静', [area.id]: '89' })

  const both = { [rooms.id]: '三房', [area.id]: '89' }
  expect(await lin.call(customerApi.listedFields, asked)).toEqual([{ customerId, fields: both }])
  const { type: _type, position: _position, ...edit } = area
  await zhao.call(customerSettingApi.updateField, { body: { ...edit, enabled: false } })
  expect(await lin.call(customerApi.listedFields, asked)).toEqual([{ customerId, fields: { [rooms.id]: '三房' } }])
})

test('a phone and a sensitive value are masked for who may not see them', async () => {
  const { lin, hire, customerId, create, fill, asked } = await listedWorld()
  const phone = await create('备用电话', { type: 'phone' })
  const owner = await create('业主', { sensitive: true })
  await fill({ [phone.id]: '13877776666', [owner.id]: '王小明' })
  const reader = await (await hire('实习', ['im:viewPage'])).signIn()

  expect(await reader.call(customerApi.listedFields, asked)).toEqual([
    { customerId, fields: { [phone.id]: '138****6666', [owner.id]: '王***明' } },
  ])
  expect(await lin.call(customerApi.listedFields, asked)).toMatchObject([{ fields: { [phone.id]: '13877776666' } }])
})

test('a colleague’s customer and another enterprise’s are left out', async () => {
  const { lin, wei, rival, customerId, create, fill, asked } = await listedWorld()
  const rooms = await create('户型')
  await fill({ [rooms.id]: '三房' })
  await rival.call(customerSettingApi.createField, { body: { ...rules, name: '户型', type: 'text' } })
  await lin.call(customerApi.receive, { body: { customerId } })

  expect(await wei.call(customerApi.listedFields, asked)).toEqual([])
  expect(await answerForRival(rival, customerApi.listedFields, asked)).toEqual([])
  expect(await lin.call(customerApi.listedFields, asked)).toHaveLength(1)
})
