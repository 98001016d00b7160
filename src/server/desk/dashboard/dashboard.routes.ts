import { actorOf, os } from '../../platform/http/implement.ts'
import { readDashboard } from './dashboard.service.ts'

export const dashboardRoutes = os.dashboard.router({
  get: os.dashboard.get.handler(({ context }) => readDashboard(context.runtime.db, actorOf(context))),
})
