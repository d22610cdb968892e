import { paths } from '#contract/kit/paths.ts';

export interface PlanPlaces {
  isOrganization: boolean;
  plans: string;
  payments: string;
}

export const schoolPlans: PlanPlaces = {
  isOrganization: false,
  plans: paths.school.plans(),
  payments: paths.school.planPayments(),
};

export const organizationPlans: PlanPlaces = {
  isOrganization: true,
  plans: paths.organization.plans(),
  payments: paths.organization.planPayments(),
};
