import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { cardEndpoints } from '#contract/cards/cards.endpoints.ts';
import { NoNetworkError, type ApiClient } from '#src/sync/api-client.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { sampleClass, sampleStudent } from '#tests/support/screen-samples.ts';
import { LoginInfo } from './login-info.tsx';

const maple = sampleClass();
const zoe = sampleStudent(maple);

function show(student = zoe, answer: () => Promise<unknown> = () => Promise.resolve(login)) {
  const call = vi.fn(answer);
  return {
    ...renderScreen(<LoginInfo student={student} api={{ call } as unknown as ApiClient} />),
    call,
  };
}

const login = {
  id: zoe.id,
  first_name: 'Zoë',
  last_name: 'Fern',
  username: 'zoe-otter-42',
  password: 'sunny-otter-42',
};

describe('what a student types to sign in', () => {
  it('is asked of the school when somebody wants to see it, and hidden again', async () => {
    const { user, call } = show();
    expect(call).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Show login info' }));
    expect(await screen.findByText('sunny-otter-42')).toBeTruthy();
    expect(screen.getByText(/^Wrong tries are forgotten/u)).toBeTruthy();
    expect(call).toHaveBeenCalledWith(cardEndpoints.revealStudent, {
      params: { classCode: 'MAPXE247', studentId: zoe.id },
    });
    await user.click(screen.getByRole('button', { name: 'Hide' }));
    expect(screen.queryByText('sunny-otter-42')).toBeNull();
  });

  it('cannot be shown without a network', async () => {
    const { user } = show(zoe, () => Promise.reject(new NoNetworkError('offline', false)));
    await user.click(screen.getByRole('button', { name: 'Show login info' }));
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Quillshelf cannot be reached right now',
    );
  });

  it('is not there for a student in no class, or before the school has made it', () => {
    show({ ...zoe, stu_class: null });
    expect(screen.getByText('It can be shown when the student is in a class.')).toBeTruthy();
    show({ ...zoe, username: null });
    expect(
      screen.getByText('The school makes it when it hears of this student and of the class.'),
    ).toBeTruthy();
  });
});
