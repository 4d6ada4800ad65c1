import { PLATFORM_ERROR_KINDS } from '@ruwu/domain'
import { expect, test } from 'vitest'
import { DOUYIN_ERRORS, douyinErrorKind } from './douyin/errors.ts'
import { PlatformError } from './platform-error.ts'
import { REDBOOK_ERRORS, redbookErrorKind } from './redbook/errors.ts'

/** What the agent reads, douyin's codes, the simulator's code of redbook. */
const TABLE: [string, string, string][] = [
  ['账号授权已过期，正在自动恢复，请稍后重试', '10008 2190008 28001008', '990001'],
  ['账号授权已失效，请管理员重新授权该账号', '2190002 28001003 2190015', '990002'],
  ['授权已到期，无法自动续期，请管理员扫码重新授权', '10010 10020', '990003'],
  ['商家授权时未勾选私信权限，请重新授权并勾选全部权限', '2190003', '990004'],
  ['当前应用暂无此能力，请联系客服开通', '10004 2100007 2190004 10012 2190016', '990005'],
  ['授权码已过期，请重新扫码', '10007', ''],
  ['授权回调地址配置有误，请联系客服', '10006', ''],
  ['应用配置有误，请联系客服', '10003 10013 10014 10015', '990006'],
  ['该账号不是已认证的企业号，请先完成企业认证后再绑定', '2112001 28029003', '990007'],
  ['该账号已授权给其他服务商，请先在平台解除后再绑定', '', '990008'],
  ['24 小时内已发满 6 条，客户再次发言后可继续回复', '28003070', '990020'],
  ['客户超过 24 小时未发言，平台不允许再发送消息', '28003080 28003081', '990021'],
  ['找不到可回复的客户消息，请等待客户发言后再试', '28003082', '990022'],
  ['内容过长或包含链接，请删除链接并缩短到 1000 字以内', '28001038', '990030'],
  ['内容包含平台敏感词，请修改后再发', '2111001', '990031'],
  ['平台不允许直接发送联系方式，请改为发送名片或留资卡', '', '990032'],
  ['图片未通过平台审核，请更换图片', '2113001', '990033'],
  ['该卡片未通过审核或已被删除，请换一张卡片', '', '990034'],
  ['发送太快，系统将稍后自动重试', '28003018 2190001', '990040'],
  ['抖音工作台正在使用自动回复，请商家先关闭后再发送', '28003095', ''],
  ['对方账号异常或已拒收消息，无法送达', '28003101 2100009', '990050'],
  ['该账号已被平台限制私信，请在平台查看处罚通知', '28029004', '990051'],
  ['近 30 天无广告消耗，私信工具已暂停，恢复投放次日可用', '', '990052'],
  ['消息已超过可撤回时间', '', '990060'],
  ['平台未接受，我们已记录问题，请稍后再试', '10002 10005 2100005 28001007', '990070'],
  ['平台繁忙，正在自动重试', '2100004 28001005', '990080'],
]

const known = (rows: typeof DOUYIN_ERRORS) => rows.flatMap(({ codes }) => codes).toSorted()
const codesOf = (column: string) => column.split(' ').filter((code) => code !== '')
const textOf = (kind: ReturnType<typeof douyinErrorKind>) => new PlatformError(kind, { platformText: '英文' }).message

test.each(TABLE)('the agent reads %s', (text, douyin, redbook) => {
  for (const code of codesOf(douyin)) expect(textOf(douyinErrorKind(code))).toBe(text)
  for (const code of codesOf(redbook)) expect(textOf(redbookErrorKind(code))).toBe(text)
  expect(codesOf(douyin).length + codesOf(redbook).length).toBeGreaterThan(0)
})

test('the maps know these codes and no others, each once', () => {
  expect(known(DOUYIN_ERRORS)).toEqual(TABLE.flatMap(([, douyin]) => codesOf(douyin)).toSorted())
  expect(known(REDBOOK_ERRORS)).toEqual(TABLE.flatMap(([, , redbook]) => codesOf(redbook)).toSorted())
})

test('a kind stands in at least one map unless we find it out ourselves', () => {
  const mapped = new Set([...DOUYIN_ERRORS, ...REDBOOK_ERRORS].map(({ kind }) => kind))
  const ours = Object.keys(PLATFORM_ERROR_KINDS).filter((kind) => !mapped.has(kind as 'unknown'))

  expect(ours).toEqual(['outcome_unknown', 'unknown'])
})

test.each(['1', '', 'constructor', '99999999'])(
  'code "%s" ends in the last row with the words of the platform',
  (code) => {
    expect(douyinErrorKind(code)).toBe('unknown')
    expect(redbookErrorKind(code)).toBe('unknown')
    const error = new PlatformError('unknown', { platformCode: '47001', platformText: '业务异常' })
    expect(error.message).toBe('平台返回：业务异常（47001）')
  },
)
