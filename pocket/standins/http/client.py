"""The names of status codes, without a client."""

from http import HTTPStatus

responses = {status.value: status.phrase for status in HTTPStatus}
