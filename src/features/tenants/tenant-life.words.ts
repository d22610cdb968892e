import type { TenantLife } from '#contract/tenants/tenant-life.schema.ts';

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

/** Of the people whom it concerns, where they were counted. */
function saidOf(people: TenantLife['people']): string {
  if (!people) return 'Nobody can sign in';
  const { students, staff } = people;
  return `${counted(students, 'student', 'students')} and ${staff} staff cannot sign in`;
}

/** What the button, the question and the messages say. */
export function lifeWords({ school_name: name, state, people }: TenantLife) {
  return state === 'suspended'
    ? {
        act: 'Resume',
        title: `Resume ${name}?`,
        question: 'Everybody can sign in again.',
        done: `${name} goes on`,
        failed: `${name} could not be resumed`,
      }
    : {
        act: 'Suspend',
        title: `Suspend ${name}?`,
        question: `${saidOf(people)}. What tablets hold stays and is sent later. You can resume it at any time.`,
        done: `${name} is suspended`,
        failed: `${name} could not be suspended`,
      };
}
