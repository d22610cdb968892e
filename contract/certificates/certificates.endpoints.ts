import * as v from 'valibot';
import { endpoint } from '../kit/endpoint.ts';
import { product } from '../kit/product.ts';
import { classStaff } from '../kit/roles.ts';
import { certificateProblems } from './certificates.problems.ts';
import {
  CertificateForm,
  CertificateId,
  ShownCertificate,
  Withdrawal,
  WithdrawnCertificate,
} from './certificates.schema.ts';

const params = v.object({ publicId: CertificateId });

export const certificateEndpoints = {
  read: endpoint({
    name: 'certificates.read',
    summary: 'A certificate, for anyone who has its address; a child is not told who gave',
    method: 'GET',
    path: '/certificates/:publicId/',
    roles: 'anyone',
    knowsCaller: true,
    offline: 'cached',
    params,
    response: ShownCertificate,
    problems: [certificateProblems.not_found, certificateProblems.withdrawn],
  }),
  issue: endpoint({
    name: 'certificates.issue',
    summary:
      'Issue a certificate of what a work raised, of an entry that was approved, or of a finished course; once more gives the same',
    method: 'POST',
    path: '/certificates/',
    roles: ['student', ...classStaff],
    offline: 'online-only',
    guests: 'never',
    body: CertificateForm,
    response: ShownCertificate,
    problems: [
      certificateProblems.nothing_raised,
      certificateProblems.not_earned,
      certificateProblems.withdrawn,
    ],
  }),
  withdraw: endpoint({
    name: 'certificates.withdraw',
    summary:
      'Withdraw a certificate: class staff those of works of their class, the office and the platform each',
    method: 'PUT',
    path: '/certificates/:publicId/withdrawal/',
    roles: [...classStaff, product.platformRole],
    hosts: 'all',
    offline: 'online-only',
    guests: 'never',
    params,
    body: Withdrawal,
    response: WithdrawnCertificate,
    problems: [certificateProblems.not_found],
  }),
} as const;
