import { useCallback } from 'react';
import * as v from 'valibot';
import { certificateEndpoints } from '#contract/certificates/certificates.endpoints.ts';
import { certificateProblems } from '#contract/certificates/certificates.problems.ts';
import { ShownCertificate, WithdrawnDetails } from '#contract/certificates/certificates.schema.ts';
import { useKeptAnswer } from '#src/session/use-kept-answer.ts';
import { ApiProblem, type ApiClient } from '#src/sync/api-client.ts';

/** What its address says: it is valid, or was withdrawn. */
const Checked = v.union([ShownCertificate, WithdrawnDetails]);
type Checked = v.InferOutput<typeof Checked>;

/** A certificate, or when it was withdrawn; kept on the device with its date. */
export function useCertificate(api: ApiClient, publicId: string) {
  const load = useCallback(
    async (signal: AbortSignal): Promise<Checked> => {
      try {
        return await api.call(certificateEndpoints.read, { params: { publicId } }, { signal });
      } catch (error) {
        if (!(error instanceof ApiProblem) || error.code !== certificateProblems.withdrawn.code) throw error;
        return v.parse(WithdrawnDetails, error.body.details);
      }
    },
    [api, publicId],
  );
  return useKeptAnswer({ name: 'certificate', question: publicId, schema: Checked }, load);
}
