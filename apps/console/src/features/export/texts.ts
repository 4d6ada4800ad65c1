import { formatNumber } from '@ruwu/domain'

export const texts = {
  export: '导出',
  records: '导出记录',
  title: (name: string) => `导出${name}`,
  format: '格式',
  formats: { xlsx: 'XLSX', csv: 'CSV（UTF-8）' },
  range: '范围',
  current: '当前筛选结果',
  note: '最多 20 万行，脱敏与页面一致；本次导出会记入操作日志。',
  cancel: '取消',
  start: '导出',
  started: '正在导出，可在「导出记录」中下载',
  exportAll: '导出全部数据',
  exportAllWhat:
    '将客户、消息、线索、知识、设置和日志导出为一个 ZIP 压缩包，每类数据一个文件，联系方式不脱敏。本次导出会记入操作日志，请妥善保管文件。',
  password: '登录密码',
  kept: (days: number) => `文件保留 ${days} 天，到期自动删除；只有您自己可以下载`,
  none: '暂无导出记录',
  rows: (n: number) => `${formatNumber(n)} 行`,
  progress: (name: string) => `${name}的导出进度`,
  until: (time: string) => `${time} 前可下载`,
  download: '下载',
  retry: '重试',
  retried: '已重新开始导出',
  done: '导出已完成，可在「导出记录」中下载',
  failed: '导出失败，可在「导出记录」中查看原因',
} as const
