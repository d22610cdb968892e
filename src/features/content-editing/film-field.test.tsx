import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { contentProblems } from '#contract/content/content.problems.ts';
import type { Unfinished } from '#contract/content/editor.schema.ts';
import { filmLimits, type Film } from '#contract/content/films.schema.ts';
import { apiClient } from '#src/session/api.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { FakeSchoolServer } from '#tests/support/fake-school-server.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { sampleAdmin } from '#tests/support/screen-samples.ts';
import { FilmField } from './film-field.tsx';
import { FilmPlace } from './film-place.ts';

beforeEach(() => {
  useSessionStore.setState({ user: sampleAdmin(), ended: null });
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: () => 'blob:captions', revokeObjectURL: () => {} }),
  );
});

const pageId = '0192f3a4-0000-7000-8000-000000000001';
const filmId = '0192f3a4-0000-7000-8000-000000000002';
const at = `/v1/content/${pageId}/films/`;
const film = (more: Partial<Film> = {}): Film => ({
  id: filmId,
  bytes: filmLimits.partBytes + 3,
  parts: [],
  ready_at: null,
  seconds: null,
  width: null,
  height: null,
  watch: null,
  ...more,
});
const ready = film({ ready_at: '2026-11-20T08:00:00.000Z', seconds: 6, width: 640, height: 360 });
const captions = 'WEBVTT\n\n00:00.000 --> 00:02.000\nRain falls';
const chosen = (bytes = filmLimits.partBytes + 3) =>
  new File([new Uint8Array(bytes)], 'water.mp4', { type: 'video/mp4' });

function open(
  answers: ConstructorParameters<typeof FakeSchoolServer>[0],
  {
    start = null,
    lacks = {},
    mayPublish = true,
  }: {
    start?: Unfinished | null;
    lacks?: Record<string, string>;
    mayPublish?: boolean;
  } = {},
) {
  const server = new FakeSchoolServer(answers);
  const changed = vi.fn<(video: Unfinished | null) => void>();
  function Field() {
    const [video, setVideo] = useState(start);
    return (
      <FilmPlace value={mayPublish ? { api: apiClient, pageId } : null}>
        <FilmField
          label="Film file"
          video={video}
          lacks={lacks}
          onChange={(next) => {
            changed(next);
            setVideo(next);
          }}
        />
      </FilmPlace>
    );
  }
  return { server, changed, ...renderScreen(<Field />, { address: '/' }) };
}

const choose = (container: HTMLElement, file: File) => {
  const input = container.querySelector('input[type="file"]');
  if (!(input instanceof HTMLInputElement)) throw new Error('There is no field for a file');
  fireEvent.change(input, { target: { files: [file] } });
};

describe('the film of a block', () => {
  it('is sent part by part, goes on after the network broke, and is shown to its editor', async () => {
    let isThere = false;
    const { server, changed, user, container } = open({
      [`POST ${at}`]: () => ({ body: film() }),
      [`PUT ${at}${filmId}/parts/0/`]: () => ({ body: { n: 0 } }),
      [`PUT ${at}${filmId}/parts/1/`]: () => (isThere ? { body: { n: 1 } } : null),
      [`POST ${at}${filmId}/finish/`]: () => ({ body: ready }),
      [`GET ${at}${filmId}/`]: () => ({ body: { ...ready, watch: `/api/v1/films/${filmId}?ticket=t` } }),
    });
    choose(container, chosen());
    const again = await screen.findByRole('button', { name: 'Go on' });
    expect(screen.getByRole('alert').textContent).toContain('What was sent is kept.');
    expect(changed).not.toHaveBeenCalled();
    isThere = true;
    await user.click(again);
    await waitFor(() => expect(changed).toHaveBeenCalledWith({ film: filmId, captions: '' }));
    const video = await screen.findByLabelText('The film');
    expect(video.getAttribute('src')).toBe(`/api/v1/films/${filmId}?ticket=t`);
    expect(video.getAttribute('preload')).toBe('none');
    expect(server.asked.map(({ method, path }) => `${method} ${path}`)).toContain(
      `PUT ${at}${filmId}/parts/0/`,
    );
  });

  it('says at the field why a file was refused, and refuses what is too large before it is sent', async () => {
    const { code, status, error } = contentProblems.unreadable_film;
    const { container, server, changed } = open({
      [`POST ${at}`]: () => ({ body: film({ bytes: 3 }) }),
      [`PUT ${at}${filmId}/parts/0/`]: () => ({ body: { n: 0 } }),
      [`POST ${at}${filmId}/finish/`]: () => ({
        status,
        body: { code, error, errors: { film: ['This is not an MP4 file.'] }, request_id: 'r' },
      }),
    });
    choose(container, chosen(3));
    expect(await screen.findByText('This is not an MP4 file.')).toBeTruthy();
    const asked = server.asked.length;
    const large = chosen(3);
    Object.defineProperty(large, 'size', { value: filmLimits.bytes + 1 });
    choose(container, large);
    expect(await screen.findByText(/at most 200 MB. Export/u)).toBeTruthy();
    expect([server.asked.length, changed.mock.calls]).toEqual([asked, []]);
  });

  it('has captions that say what is wrong with them once they were written', async () => {
    const { user, changed } = open(
      { [`GET ${at}${filmId}/`]: () => ({ body: { ...ready, watch: '/api/v1/films/x?ticket=t' } }) },
      { start: { film: filmId, captions } },
    );
    expect(await screen.findByLabelText('The film')).toBeTruthy();
    const field = screen.getByRole('textbox', { name: 'Captions' });
    fireEvent.change(field, { target: { value: 'Rain falls' } });
    expect(changed).toHaveBeenLastCalledWith({ film: filmId, captions: 'Rain falls' });
    await user.click(field);
    await user.tab();
    expect(await screen.findByText('Captions begin with a line that says WEBVTT')).toBeTruthy();
  });

  it('is taken down after a question', async () => {
    const { user, server, changed } = open(
      {
        [`GET ${at}${filmId}/`]: () => ({ body: { ...ready, watch: '/api/v1/films/x?ticket=t' } }),
        [`DELETE ${at}${filmId}/`]: () => ({ body: { id: filmId } }),
      },
      { start: { film: filmId, captions } },
    );
    await user.click(await screen.findByRole('button', { name: 'Take the film down' }));
    const dialog = await screen.findByRole('dialog');
    expect(server.asked.some(({ method }) => method === 'DELETE')).toBe(false);
    const sure = [...dialog.querySelectorAll('button')].find(
      (each) => each.textContent === 'Take the film down',
    );
    if (sure) await user.click(sure);
    await waitFor(() => expect(changed).toHaveBeenCalledWith(null));
    expect(screen.getByRole('button', { name: 'Choose a film' })).toBeTruthy();
  });

  it('is no field for those whose pages others publish', () => {
    open({}, { mayPublish: false });
    expect(screen.getByText('The people who run this site can put a film here.')).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  });
});
