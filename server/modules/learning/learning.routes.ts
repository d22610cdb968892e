import { learningEndpoints } from '#contract/learning/learning.endpoints.ts';
import { route, type Route } from '#server/platform/route.ts';
import type { AssignmentService } from './assignments.service.ts';
import { setStep } from './learning.service.ts';
import type { JoiningService } from './joining.service.ts';
import type { ReminderService } from './reminders.service.ts';

export function learningRoutes(
  assignments: AssignmentService,
  reminders: ReminderService,
  joining: JoiningService,
): Route[] {
  return [
    route(learningEndpoints.setStep, async (input, call) => {
      await setStep(input, call);
      return {};
    }),
    route(learningEndpoints.assign, async (input, call) => {
      await assignments.assign(input, call);
      return {};
    }),
    route(learningEndpoints.setReminder, async (input, call) => {
      await reminders.set(input, call);
      return {};
    }),
    route(learningEndpoints.joinEvent, (input, call) => joining.join(input, call)),
    route(learningEndpoints.listAssigned, (_, call) => assignments.listAssigned(call)),
    route(learningEndpoints.readClass, (input, call) => assignments.readClass(input, call)),
  ];
}
